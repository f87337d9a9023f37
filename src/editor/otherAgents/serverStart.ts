import { execFile } from 'node:child_process';
import type { ServerStart } from './agentConfigurations';

/** The oldest Node that the server runs on. */
const OLDEST = [20, 19] as const;

export interface ServedStore {
  /** Path of the server. */
  readonly serverFile: string;
  /** As `--store` takes it, without a password. */
  readonly address: string;
  /** What else the store needs of the surroundings. */
  readonly env?: Readonly<Record<string, string>>;
  /** Undefined: the conversation of the agent. */
  readonly session: string | undefined;
}

/** By the Node of the person where it can be, else by the one in the editor. */
export async function serverStart(
  { serverFile, address, env = {}, session }: ServedStore,
  nodeVersion: () => Promise<string> = versionOfNode,
): Promise<ServerStart> {
  const named = session === undefined ? [] : ['--session', session];
  const args = [serverFile, '--mcp', '--store', address, ...named];
  if (isNewEnough(await nodeVersion())) return { command: 'node', args, env };
  return { command: process.execPath, args, env: { ELECTRON_RUN_AS_NODE: '1', ...env } };
}

function isNewEnough(version: string): boolean {
  const [, major = 0, minor = 0] = (/^v(\d+)\.(\d+)/.exec(version) ?? []).map(Number);
  return major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
}

/** Empty where there is none. */
function versionOfNode(): Promise<string> {
  return new Promise((resolve) => {
    execFile('node', ['--version'], { timeout: 5_000 }, (error, stdout) => {
      resolve(error ? '' : stdout);
    });
  });
}
