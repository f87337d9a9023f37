import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { hasPlanMode } from '../domain/coworker';
import { PlanError } from '../domain/planError';
import { isOnServer } from '../host/hostStore';
import { createPlanHost, type PlanHost } from '../host/planHost';
import { SecretTexts } from '../host/secretTexts';
import type { PlanService } from '../service/planService';
import type { ServedSpec } from './agentSpec';
import {
  parseCommandLine,
  USAGE,
  UsageError,
  type Places,
  type ServerCommand,
} from './commandLine';
import { coworkerOf, readCoworkers, readSpec, toInfo, type Coworker } from './coworkers';
import { standardLog } from './standardLog';
import { storeAt } from './storeAddress';
import { cacheFolder } from './userFolders';

const NAME = 'session-plans';
const WRONG = 2;
/** Whoever does not read by then what was written last is not waited for. */
const READING_MS = 2_000;
/** By then the parts are loaded. */
const SETTLED_MS = 5_000;

// One of these runs beside every agent: what lives for a moment is not worth ten megabytes of room.
setFlagsFromString('--semi-space-growth-factor=1');
// Agents wait for the start. Before Node 22 there is no such thing.
const compiled = nodeModule as typeof nodeModule & {
  enableCompileCache?: (folder: string) => unknown;
  flushCompileCache?: () => void;
};
compiled.enableCompileCache?.(join(cacheFolder(), 'compiled'));
// Those who start it often end it by a signal that leaves no time for that.
setTimeout(() => compiled.flushCompileCache?.(), SETTLED_MS).unref();

const secrets = new SecretTexts();
const log = secrets.outOf(standardLog());
// That nobody reads it any more is told to whoever writes, and is no reason to break off.
process.stdout.on('error', () => undefined);
const clock = { now: () => Date.now() };

void run(process.argv.slice(2)).then((code) => {
  process.exitCode = code;
  // Nothing that somebody left open keeps the process; what was written to a pipe is taken along.
  process.stdout.write('', () => process.exit());
  setTimeout(() => process.exit(), READING_MS).unref();
});

/** Resolves to the exit code. */
async function run(args: readonly string[]): Promise<number> {
  try {
    return await carryOut(parseCommandLine(args));
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\n\n${USAGE}`);
      return WRONG;
    }
    if (PlanError.is(error)) process.stderr.write(`${error.message}\n`);
    else log.error('The server failed.', error);
    return PlanError.is(error) ? WRONG : 1;
  }
}

async function carryOut(command: ServerCommand): Promise<number> {
  switch (command.kind) {
    case 'help':
      process.stdout.write(USAGE);
      return 0;
    case 'version':
      process.stdout.write(`${version()}\n`);
      return 0;
    case 'stdio':
      return serveStdio(command);
    case 'http':
      return serveHttp(command);
    case 'mcp':
      return serveMcp(command);
    case 'maintenance':
      return withHost(command.store, async (host) => {
        const { runVerb } = await import('./storeVerbs');
        const maintenance = await host.maintenance();
        const reader = host.service;
        return runVerb(command, { reader, maintenance, clock, log, output: process.stdout });
      });
  }
}

function serveStdio(command: Extract<ServerCommand, { kind: 'stdio' }>): Promise<number> {
  return withCoworkers(command, async ({ service }, coworkers, spec) => {
    if (spec) await openSession(service, spec);
    const { serveStdio: serve } = await import('./stdio/serveStdio');
    await serve({
      ...{ service, coworkers, log, ids: { uuid: randomUUID } },
      coworkerInfos: coworkers.map(toInfo),
      serverInfo: { name: NAME, version: version() },
      stopped: stopSignal(),
    });
    return 0;
  });
}

function serveHttp(command: Extract<ServerCommand, { kind: 'http' }>): Promise<number> {
  return withCoworkers(command, async ({ service }, coworkers, spec) => {
    if (spec) await openSession(service, spec);
    const { serveHttp: serve, readTokens } = await import('./http/httpOnDemand');
    await serve({
      ...{ service, coworkers, log, ids: { uuid: randomUUID } },
      address: { host: command.host, port: command.port },
      tokens: await readTokens(command.tokens),
      stopped: stopSignal(),
      onListening: (url) => {
        process.stdout.write(`${JSON.stringify({ listening: url })}\n`);
      },
    });
    return 0;
  });
}

function serveMcp(command: Extract<ServerCommand, { kind: 'mcp' }>): Promise<number> {
  return withCoworkers(command, async ({ service }, coworkers, spec) => {
    const coworker = coworkerOf(coworkers, command.coworker ?? spec?.coworker.id);
    const { session } = command;
    const { Conversation, serveMcp: serve } = await import('./mcp/mcpOnDemand');
    await serve({
      ...{ service, coworker, log, ids: { uuid: randomUUID } },
      isChosen: command.coworker !== undefined,
      conversation: new Conversation({
        session: session === undefined ? spec?.session : `mcp:${session}`,
        ...{ env: process.env, folder: process.cwd(), now: clock.now() },
      }),
      serverInfo: { name: NAME, version: version() },
      stopped: stopSignal(),
    });
    return 0;
  });
}

/** With the store that was named, else that of the spec. */
async function withCoworkers(
  { store, coworkers, spec: file }: Places,
  use: (
    host: PlanHost,
    coworkers: readonly Coworker[],
    spec: ServedSpec | undefined,
  ) => Promise<number>,
): Promise<number> {
  const spec = file === undefined ? undefined : await readSpec(file);
  const all = await readCoworkers(coworkers, spec?.coworker);
  return withHost(store ?? spec?.store, (host) => use(host, all, spec));
}

/** Where it is there already, it stays as it is. */
async function openSession(
  service: PlanService,
  { session, coworker: { id: coworker, configuration } }: ServedSpec,
): Promise<void> {
  await service.execute({
    ...{ kind: 'create_session', session, origin: { coworker, configuration } },
    ...(hasPlanMode(configuration) && { planMode: true }),
  });
}

/** Waits for the commits in flight at the end. */
async function withHost(
  address: string | undefined,
  use: (host: PlanHost) => Promise<number>,
): Promise<number> {
  const wasmFile = join(__dirname, 'sql-wasm.wasm');
  const store = storeAt(address);
  if (isOnServer(store)) secrets.learn(store.url);
  const host = createPlanHost({ store, wasmFile, clock, log });
  try {
    return await use(host);
  } finally {
    await host.dispose();
  }
}

/** Resolves when the process is asked to end. */
function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.once(signal, () => {
        resolve();
      });
    }
  });
}

function version(): string {
  const file = join(__dirname, '..', 'package.json');
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
}
