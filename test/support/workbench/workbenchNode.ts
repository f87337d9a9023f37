import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './runCommand';

const NODE_VERSION = '24.21.0';

export interface WorkbenchNode {
  readonly executable: string;
  /** Folder with `include/node`, for native modules; undefined: node-gyp's own choice. */
  readonly headers: string | undefined;
}

/** The Node that runs the workbench: this one when it is new enough, else one from npm. */
export async function workbenchNode(folder: string): Promise<WorkbenchNode> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 15)) {
    return { executable: process.execPath, headers: undefined };
  }
  if (process.platform !== 'linux' || (process.arch !== 'x64' && process.arch !== 'arm64')) {
    throw new Error(
      `The test workbench needs Node 22.15 or newer on ${process.platform}-${process.arch}; ` +
        `this is ${process.versions.node}. Install Node 24 and run again.`,
    );
  }
  const name = `node-linux-${process.arch}`;
  const home = join(folder, 'node_modules', name);
  const executable = join(home, 'bin', 'node');
  if (!existsSync(executable)) {
    await runCommand('npm', [
      ...['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'],
      `${name}@${NODE_VERSION}`,
    ]);
  }
  return { executable, headers: home };
}
