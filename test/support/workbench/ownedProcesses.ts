import { spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { isAbsolute, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const owned = new Set<ChildProcess>();
const cleanups = new Set<() => void>();
let hooked = false;

/**
 * Makes sure that a child started with `detached: true` (a group of its own) or without it does not
 * outlive this process, whatever ends it: normal exit, a thrown error, SIGINT, SIGTERM or SIGHUP.
 */
export function ownProcess(child: ChildProcess): void {
  hookExit();
  owned.add(child);
  child.once('exit', () => owned.delete(child));
}

export interface WardedOptions {
  readonly cwd?: string | undefined;
  readonly env?: NodeJS.ProcessEnv | undefined;
}

/**
 * Starts a command in a process group of its own that ends with this process, also when this one is
 * killed without a chance to end it. On Windows, which has no groups, it is an ordinary child.
 */
export function spawnWarded(
  command: string,
  args: readonly string[],
  { cwd, env }: WardedOptions = {},
): ChildProcessWithoutNullStreams {
  const isWindows = process.platform === 'win32';
  const warden = join(__dirname, 'warden.cjs');
  const child = isWindows
    ? spawn(command, args, { cwd, env, stdio: 'pipe', shell: !isAbsolute(command) })
    : spawn(process.execPath, [warden, command, ...args], {
        ...{ cwd, env, stdio: 'pipe', detached: true },
      });
  // The warden watches its end of it.
  if (isWindows) child.stdin.end();
  ownProcess(child);
  return child;
}

/** Runs `cleanup` (synchronous) when this process ends; the result takes it back. */
export function atExit(cleanup: () => void): () => void {
  hookExit();
  cleanups.add(cleanup);
  return () => cleanups.delete(cleanup);
}

/** Ends the child and everything it started, first politely; resolves when it is gone. */
export async function endProcess(child: ChildProcess, graceMs = 3000): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const exited = once(child, 'exit');
    signalGroup(child, 'SIGTERM');
    await Promise.race([exited, sleep(graceMs, undefined, { ref: false })]);
  }
  // The leader may be gone while its children still shut down.
  signalGroup(child, 'SIGKILL');
}

/** kill -9 for the child and everything it started. */
export async function killProcess(child: ChildProcess): Promise<void> {
  const running = child.exitCode === null && child.signalCode === null;
  const exited = running ? once(child, 'exit') : undefined;
  signalGroup(child, 'SIGKILL');
  await exited;
}

function signalGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // No group of its own (or Windows): then the child alone. Already gone is what we wanted.
    if (child.exitCode === null) child.kill(signal);
  }
}

function hookExit(): void {
  if (hooked) return;
  hooked = true;
  process.on('exit', () => {
    for (const child of owned) signalGroup(child, 'SIGKILL');
    for (const cleanup of cleanups) cleanup();
  });
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    process.on(signal, () => process.exit(code));
  }
  // Whoever started us with a channel is gone, perhaps without a chance to tell.
  if (process.channel !== undefined) {
    process.on('disconnect', () => process.exit(1));
    process.channel.unref();
  }
}
