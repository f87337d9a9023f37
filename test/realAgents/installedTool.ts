import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writableCacheFolder } from '../support/workbench/cacheFolder';
import { runCommand } from '../support/workbench/runCommand';
import { withSetupLock } from '../support/workbench/setupLock';

export interface WantedTool {
  /** As npm knows it. */
  readonly package: string;
  readonly version: string;
  /** What is started, in its `node_modules`. */
  readonly file: string;
}

/** Path of a tool of others, which is installed once into the cache of the test bench. Rejects where it cannot be had. */
export async function installedTool({ package: name, version, file }: WantedTool): Promise<string> {
  const folder = join(writableCacheFolder(), 'agents');
  const home = join(folder, `${name.replace(/^@.*\//, '')}-${version}`);
  const path = join(home, 'node_modules', file);
  await withSetupLock(
    `${home}.lock`,
    () => undefined,
    async () => {
      if (existsSync(path)) return;
      mkdirSync(home, { recursive: true });
      writeFileSync(join(home, 'package.json'), '{ "private": true }\n');
      // Without scripts: what is started is the program of the platform itself.
      await runCommand('npm', [
        ...['install', '--prefix', home, '--ignore-scripts', '--no-audit', '--no-fund'],
        `${name}@${version}`,
      ]);
    },
  );
  if (!existsSync(path)) throw new Error(`${name}@${version} has no ${file} on this platform.`);
  return path;
}
