import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { projectFolder } from '../runPart';

/** Compiles the tests that run inside the extension host; the result is the module with `run`. */
export async function bundleHostTests(): Promise<string> {
  const source = join(projectFolder, 'test', 'extension', 'host');
  const target = join(projectFolder, '.cache', 'hostTests');
  rmSync(target, { recursive: true, force: true });
  const tests = readdirSync(source).filter((name) => name.endsWith('.test.ts'));
  await build({
    entryPoints: ['runHostTests.ts', ...tests].map((name) => join(source, name)),
    outdir: target,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20.19',
    sourcemap: 'inline',
    external: ['vscode', 'mocha'],
    logLevel: 'warning',
  });
  return join(target, 'runHostTests.js');
}
