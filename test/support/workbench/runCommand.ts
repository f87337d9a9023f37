import { spawnWarded } from './ownedProcesses';

export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs a command to its end and returns its output; fails with the last lines of it. */
export async function runCommand(
  command: string,
  args: readonly string[],
  options: CommandOptions = {},
): Promise<string> {
  const child = spawnWarded(command, args, options);
  let output = '';
  const collect = (chunk: Buffer): void => {
    output += chunk.toString('utf8');
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0) {
    const tail = output.trim().split('\n').slice(-15).join('\n');
    throw new Error(`${[command, ...args].join(' ')} ended with ${String(code)}:\n${tail}`);
  }
  return output;
}
