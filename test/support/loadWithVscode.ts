import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';

const projectFolder = join(__dirname, '..', '..');

/** The exports of a file that imports `vscode`, loaded outside the editor with a stand-in for it. */
export async function loadWithVscode<Exports>(file: string, vscode: object): Promise<Exports> {
  const nodeRequire = createRequire(__filename);
  const loaded = { exports: {} };
  const text = built.get(file) ?? bundled(file);
  built.set(file, text);
  const run = new Function('module', 'exports', 'require', await text) as (
    module: { exports: object },
    exports: object,
    require: (id: string) => unknown,
  ) => void;
  run(loaded, loaded.exports, (id) => (id === 'vscode' ? vscode : nodeRequire(id)));
  return loaded.exports as Exports;
}

/** Built once: only what stands in for the editor differs between tests. */
const built = new Map<string, Promise<string>>();

async function bundled(file: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(projectFolder, file)],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    external: ['vscode'],
    logLevel: 'warning',
  });
  return outputFiles[0]?.text ?? '';
}
