import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { StdioClient } from './stdioClient';

export interface StdioCommand {
  /** Such as `session-plans`, or `node`. */
  readonly command: string;
  /** With `--stdio` among them. */
  readonly args: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Takes what the server logs, in pieces; without it, it goes to our standard error. */
  readonly onLog?: (text: string) => unknown;
}

/** Starts a server and is its client. */
export function connectStdio({
  command,
  args,
  cwd,
  env,
  onLog = (text) => process.stderr.write(text),
}: StdioCommand): StdioClient {
  const child = spawn(command, args, {
    ...(cwd !== undefined && { cwd }),
    ...(env && { env: { ...process.env, ...env } }),
    stdio: 'pipe',
    windowsHide: true,
  });
  child.stderr.setEncoding('utf8').on('data', onLog);
  const exited = once(child, 'close').catch((error: unknown) => {
    // It could not be started: then its output ends, and every request says so.
    onLog(`${String(error)}\n`);
  });
  // Whoever has ended reads nothing; that is told by the end of its output.
  child.stdin.on('error', () => undefined);
  return new StdioClient({
    incoming: child.stdout,
    send: (line) => {
      child.stdin.write(line);
    },
    end: async () => {
      child.stdin.end();
      await exited;
    },
  });
}
