import type { ChildProcess } from 'node:child_process';
import { createServer, type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { endProcess, killProcess, spawnWarded } from './ownedProcesses';
import type { InstalledWorkbench } from './installWorkbench';
import type { Profile } from './profile';

const START_TIMEOUT_MS = 60_000;

export interface WorkbenchServer {
  readonly port: number;
  readonly pid: number;
  isRunning(): boolean;
  /** The last lines the server printed, for error messages. */
  output(): string;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

export interface ServerOptions {
  readonly installed: InstalledWorkbench;
  readonly profile: Profile;
  readonly port: number;
  readonly workspace: string;
  readonly env: Readonly<Record<string, string>>;
}

export async function startServer(options: ServerOptions): Promise<WorkbenchServer> {
  const { installed, profile, port } = options;
  await expectFreePort(port);
  const child = spawnWarded(
    installed.node,
    [
      ...[installed.entry, '--auth', 'none', '--bind-addr', `127.0.0.1:${String(port)}`],
      ...['--user-data-dir', profile.data, '--extensions-dir', profile.extensions],
      ...['--disable-telemetry', '--disable-update-check', '--disable-workspace-trust'],
      options.workspace,
    ],
    { env: serverEnvironment(profile, options.env) },
  );
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      lines.push(...chunk.toString('utf8').split('\n').filter(Boolean));
      lines.splice(0, lines.length - 200);
    });
  }
  const server: WorkbenchServer = {
    port,
    pid: child.pid ?? 0,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    output: () => lines.join('\n'),
    stop: () => endProcess(child),
    kill: () => killProcess(child),
  };
  await waitUntilServing(child, server);
  return server;
}

export async function freePort(): Promise<number> {
  return listenOnce(0);
}

/** Fails when nobody may listen there, also when the program that does is silent. */
export async function expectFreePort(port: number): Promise<void> {
  // What was killed a moment ago may still hold it.
  const deadline = Date.now() + 2000;
  for (;;) {
    try {
      await listenOnce(port);
      return;
    } catch (error) {
      const { code = String(error) } = error as NodeJS.ErrnoException;
      if (code === 'EADDRINUSE' && Date.now() < deadline) {
        await sleep(100);
        continue;
      }
      const reason = code === 'EADDRINUSE' ? 'is in use by another program' : 'cannot be used';
      throw new Error(`Port ${String(port)} ${reason} (${code}): choose another one.`);
    }
  }
}

async function listenOnce(wanted: number): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(wanted, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function waitUntilServing(child: ChildProcess, server: WorkbenchServer): Promise<void> {
  const deadline = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) break;
    if (await isServing(server.port)) return;
    await sleep(100);
  }
  await server.kill();
  throw new Error(`The workbench did not start:\n${server.output()}`);
}

async function isServing(port: number): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(5000);
    await fetch(`http://127.0.0.1:${String(port)}/healthz`, { signal });
    return true;
  } catch {
    // Nobody listens there (yet), or is too busy to answer.
    return false;
  }
}

/** Ours without what another editor, a proxy or a login would leak into the workbench. */
function serverEnvironment(
  profile: Profile,
  extra: Readonly<Record<string, string>>,
): NodeJS.ProcessEnv {
  const leaks = /^(VSCODE_|XDG_|ELECTRON_|CODE_SERVER_|CS_|NODE_OPTIONS$|PORT$|PASSWORD$|.*TOKEN)/;
  const kept = Object.entries(process.env).filter(([name]) => !leaks.test(name));
  return {
    ...Object.fromEntries(kept),
    HOME: profile.home,
    USERPROFILE: profile.home,
    TMPDIR: profile.temp,
    // No marketplace: a newer Copilot must not replace the one that comes with the workbench.
    EXTENSIONS_GALLERY: '{"serviceUrl":"https://127.0.0.1:9/none"}',
    ...extra,
  };
}
