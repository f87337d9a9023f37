import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './runCommand';
import { NEWEST, type WorkbenchEdition } from './workbenchEdition';

export interface WorkbenchNode {
  readonly executable: string;
  /** Folder with `include/node`, for native modules; undefined: node-gyp's own choice. */
  readonly headers: string | undefined;
}

/** The Node that runs the workbench: this one where it can, else one from npm. */
export async function workbenchNode(
  folder: string,
  { node }: WorkbenchEdition = NEWEST,
): Promise<WorkbenchNode> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isNewEnough = major > 22 || (major === 22 && minor >= 15);
  if (isNewEnough && major <= node.newestMajor) {
    return { executable: process.execPath, headers: undefined };
  }
  if (process.platform !== 'linux' || (process.arch !== 'x64' && process.arch !== 'arm64')) {
    throw new Error(
      `The test workbench does not run in Node ${process.versions.node} on ` +
        `${process.platform}-${process.arch}. Install Node ${node.version} and run again.`,
    );
  }
  const name = `node-linux-${process.arch}`;
  const home = join(folder, 'node_modules', name);
  const executable = join(home, 'bin', 'node');
  if (!existsSync(executable)) {
    await runCommand('npm', [
      ...['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'],
      `${name}@${node.version}`,
    ]);
  }
  return { executable, headers: home };
}
