import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build } from 'esbuild';

const projectFolder = join(__dirname, '..', '..');

/** The exports of a file that imports `vscode`, loaded outside the editor with a stand-in for it. */
export async function loadWithVscode<Exports>(file: string, vscode: object): Promise<Exports> {
  const { outputFiles } = await build({
    entryPoints: [join(projectFolder, file)],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'cjs',
    external: ['vscode'],
    logLevel: 'warning',
  });
  const nodeRequire = createRequire(__filename);
  const loaded = { exports: {} };
  const run = new Function('module', 'exports', 'require', outputFiles[0]?.text ?? '') as (
    module: { exports: object },
    exports: object,
    require: (id: string) => unknown,
  ) => void;
  run(loaded, loaded.exports, (id) => (id === 'vscode' ? vscode : nodeRequire(id)));
  return loaded.exports as Exports;
}
