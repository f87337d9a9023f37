import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** @type {(file: string) => string} */
const here = (file) => fileURLToPath(new URL(file, import.meta.url));

/**
 * How `session-plans/client` is bundled: rules of the domain, without what reads schemas.
 * @type {import('esbuild').BuildOptions}
 */
export const clientBundle = {
  entryPoints: [here('client.ts')],
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node20.19',
  alias: { 'zod/mini': here('../../webview/zodInBrief.ts') },
};

/** What its users see, in the order in which it is to be read. */
const PUBLIC = [
  ...['connectStdio', 'httpClient', 'planClient', 'stdioClient', 'clientError'],
  ...['heldPlan', 'otherPlans', 'wireTypes'],
];

/** The types of it in one file that needs no other. Throws where a file says too little of its types. */
export function clientDeclarations() {
  return PUBLIC.map((name) => {
    const fileName = here(`${name}.ts`);
    const compilerOptions = { strict: true, exactOptionalPropertyTypes: true, stripInternal: true };
    const { outputText, diagnostics = [] } = ts.transpileDeclaration(
      readFileSync(fileName, 'utf8'),
      { fileName, compilerOptions },
    );
    const wrong = diagnostics.map(({ messageText }) => JSON.stringify(messageText));
    if (wrong.length > 0) throw new Error(`${name}: ${wrong.join(' ')}`);
    return outputText.replace(/^import (?:type )?\{[^}]*\} from '[^']*';\n/gm, '');
  }).join('\n');
}
