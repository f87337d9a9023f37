import type { Writable } from 'node:stream';
import { PlanError, sessionNotFoundError } from '../domain/planError';
import { visibleText } from '../domain/visibleText';
import type { PlanReader } from '../service/planReader';
import { everySession } from '../service/everySession';
import type { SessionKey } from '../service/planStore';
import type { Clock, Log } from '../service/ports';
import type { StoreMaintenance } from '../service/storeMaintenance';
import type { ServerCommand } from './commandLine';
import { exporterTo } from './sessionExporter';
import { writeOut } from './writeOut';

type VerbCommand = Extract<ServerCommand, { kind: 'maintenance' }>;

export interface VerbOptions {
  readonly reader: Pick<PlanReader, 'list'>;
  readonly maintenance: StoreMaintenance;
  readonly clock: Clock;
  readonly log: Log;
  readonly output: Writable;
}

/** 1: something is damaged, or could not be done for one of several sessions. */
export type ExitCode = 0 | 1;

/** Looks after stored sessions (server.md). Rejects with a PlanError where the one that was named, or the store, gives no answer. */
export function runVerb(command: VerbCommand, options: VerbOptions): Promise<ExitCode> {
  return command.verb === 'verify' ? verify(command, options) : forEach(command, options);
}

async function verify(
  { session }: VerbCommand,
  { maintenance, output }: VerbOptions,
): Promise<ExitCode> {
  const summary = await maintenance.verify({
    ...(session !== undefined && { session }),
    onSession: ({ health, session: key, location, problems }) => {
      const line = [health, key ?? '?', location, ...problems.map(String)]
        .map(visibleText)
        .join('\t');
      output.write(`${line}\n`);
    },
  });
  const { sessions, damaged, newer } = summary;
  if (session !== undefined && sessions === 0) throw sessionNotFoundError();
  await writeOut(
    output,
    `${String(sessions)} verified, ${String(damaged)} damaged, ${String(newer)} made by a newer version\n`,
  );
  return damaged > 0 ? 1 : 0;
}

async function forEach(command: VerbCommand, options: VerbOptions): Promise<ExitCode> {
  const work = workOf(command, options);
  if (command.session !== undefined) {
    await work(command.session);
    return 0;
  }
  const { sessions, unreadable } = await everySession(options.reader);
  for (const { location, reason } of unreadable) options.log.warn(`${location}: ${String(reason)}`);
  let failed = unreadable.length;
  for (const { key } of sessions) {
    try {
      await work(key);
    } catch (error) {
      // One session keeps no other from it.
      if (!PlanError.is(error) || error.code === 'invalid_input') throw error;
      options.log.warn(`${key}: ${error.message}`);
      failed += 1;
    }
  }
  return failed > 0 ? 1 : 0;
}

function workOf(
  { verb, format, out }: VerbCommand,
  { maintenance, clock, output }: VerbOptions,
): (session: SessionKey) => Promise<void> {
  switch (verb) {
    case 'inspect':
      return async (session) => {
        const inspected = await maintenance.inspect(session);
        if (!inspected) throw sessionNotFoundError();
        await writeOut(output, `${JSON.stringify(inspected, undefined, 2)}\n`);
      };
    case 'compact':
      return async (session) => {
        const { bytesBefore, bytesAfter } = await maintenance.compact(session);
        await writeOut(
          output,
          `${visibleText(session)}\t${String(bytesBefore)} bytes before, ${String(bytesAfter)} after\n`,
        );
      };
    default: {
      const write = exporterTo({ format, out, output, now: clock.now() });
      return async (session) => {
        const exported = await maintenance.export(session);
        if (!exported) throw sessionNotFoundError();
        await write(exported);
      };
    }
  }
}
