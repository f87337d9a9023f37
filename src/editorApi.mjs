// How the bundles of the extension reach the editor. As CommonJS, every file that imports `vscode` would
// copy the whole of it, two hundred getters each: 16 to 37 ms of some 100 when it was measured in a window.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** `vscode`, asked for once per bundle, and of it what the bundle names. */
export const editorApi = {
  name: 'editor-api',
  setup(build) {
    build.onResolve({ filter: /^vscode$/ }, ({ path, namespace }) =>
      namespace === 'editor-api'
        ? { path, external: true }
        : { path, namespace: 'editor-api', sideEffects: false },
    );
    build.onLoad({ filter: /./, namespace: 'editor-api' }, () => ({
      contents: [
        `const editor = require('vscode');`,
        `const of = (name) => editor[name];`,
        ...names().map((name) => `export const ${name} = /* @__PURE__ */ of('${name}');`),
      ].join('\n'),
    }));
  },
};

/** What there is at run time on the first level of the API. */
function names() {
  const file = createRequire(import.meta.url).resolve('@types/vscode/index.d.ts');
  const declared = readFileSync(file, 'utf8').matchAll(
    /^(?:\t| {4})export (?:namespace|class|enum|const|let|function) (\w+)/gm,
  );
  return [...new Set(Array.from(declared, ([, name]) => name))];
}
