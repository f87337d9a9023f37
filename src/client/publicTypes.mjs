import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

/** What users of `session-plans/client` see, in the order in which it is to be read. */
const CLIENT = [
  ...['connectStdio', 'httpClient', 'planClient', 'stdioClient', 'clientError'],
  ...['heldPlan', 'otherPlans', 'wireTypes'],
].map((name) => `./${name}.ts`);

/** The same for `session-plans/api`. */
const API = ['../protocol/extensionApi.ts', './wireTypes.ts'];

export const clientDeclarations = () => declarationsOf(CLIENT);
export const apiDeclarations = () => declarationsOf(API);

/**
 * The types of these files in one that needs no other. Throws where a file says too little of its types.
 * @param {readonly string[]} files
 */
function declarationsOf(files) {
  return files
    .map((file) => {
      const fileName = fileURLToPath(new URL(file, import.meta.url));
      const compilerOptions = {
        ...{ strict: true, exactOptionalPropertyTypes: true, stripInternal: true },
      };
      const { outputText, diagnostics = [] } = ts.transpileDeclaration(
        readFileSync(fileName, 'utf8'),
        { fileName, compilerOptions },
      );
      const wrong = diagnostics.map(({ messageText }) => JSON.stringify(messageText));
      if (wrong.length > 0) throw new Error(`${file}: ${wrong.join(' ')}`);
      // Of each other.
      return outputText
        .replace(/^import (?:type )?\{[^}]*\} from '[^']*';\n/gm, '')
        .replace(/^export type \* from '[^']*';\n/gm, '');
    })
    .join('\n');
}
