import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import type { PanelPage } from './panelPage';

const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/** Takes a picture for people, and asserts what can be found without one. */
export async function looksRight(panel: PanelPage, shot: string): Promise<void> {
  await panel.shot(shot);
  assert.deepEqual(await accessibilityFaults(panel), []);
  assert.deepEqual(await panel.violations(), []);
}

async function accessibilityFaults(panel: PanelPage): Promise<string[]> {
  await panel.inPage(axeSource);
  const { violations } = await panel.inPage<AxeResults>('axe.run(document)');
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`),
  );
}
