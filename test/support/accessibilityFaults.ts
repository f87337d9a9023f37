import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';

const source = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
/** All rules run; of what passed, which nobody reads, no more than one element each is described. */
const RUN = `axe.run(document, { resultTypes: ['violations'] })`;

/** What axe finds in the document in which the expressions are evaluated. */
export async function accessibilityFaults(
  evaluate: <Value>(expression: string) => Promise<Value>,
): Promise<string[]> {
  // A page is looked at many times, and to read it takes as long as to look.
  if (!(await evaluate<boolean>(`'axe' in window`))) await evaluate(source);
  const { violations } = await evaluate<AxeResults>(RUN);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`),
  );
}
