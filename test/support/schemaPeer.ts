import { writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { PlanError } from '../../src/domain/planError';
import { loadSqlJs } from '../../src/stores/sqlite/nodeSqlJs';
import { openSqliteFolder } from '../../src/stores/sqlite/nodeOpenFolder';
import { fakeLog } from './fakeLog';
import { aPlanCommit } from './storeFixtures';

/** What one command came to, as a line. */
export interface PeerAnswer {
  /** The generation that is there, or 0. */
  readonly generation?: number;
  readonly readOnly?: boolean;
  readonly problems?: readonly string[];
  /** `appended` or `conflict`. */
  readonly outcome?: string;
  /** How many sessions a list shows, and how many of them cannot be read. */
  readonly listed?: readonly [number, number];
  readonly events?: number;
  readonly answered?: boolean;
  /** The code of a failure and its sentence. */
  readonly failed?: readonly [string, string];
}

// A process of its own: schemaPeer <folder> <wasm file>. It is told lines `<command> <session> [<number>]`
// and answers each with one. Built with another schema it is an older or a newer version of the product.
const [folder = '', wasmFile = ''] = process.argv.slice(2);
const engine = { sqlJs: () => loadSqlJs(wasmFile), log: fakeLog() };
const { store, maintenance } = openSqliteFolder(folder, engine);
void answerLines();

async function answerLines(): Promise<void> {
  for await (const line of createInterface({ input: process.stdin })) {
    const [command = '', session = '', number = ''] = line.split(' ');
    writeSync(1, `${JSON.stringify(await answerTo(command, session, Number(number)))}\n`);
  }
}

async function answerTo(command: string, session: string, number: number): Promise<PeerAnswer> {
  try {
    return await done(command, session, number);
  } catch (error) {
    if (!PlanError.is(error)) throw error;
    return { failed: [error.code, error.message] };
  }
}

async function done(command: string, session: string, number: number): Promise<PeerAnswer> {
  switch (command) {
    case 'load': {
      const loaded = await store.load(session);
      const problems = loaded?.problems.map(({ kind }) => kind) ?? [];
      return { generation: loaded?.generation ?? 0, readOnly: loaded?.readOnly ?? false, problems };
    }
    case 'append': {
      const { kind } = await store.append(session, number, aPlanCommit(session, number + 1));
      return { outcome: kind };
    }
    case 'list': {
      const { sessions, unreadable } = await store.list({}, { limit: 10 });
      return { listed: [sessions.length, unreadable.length] };
    }
    case 'events': {
      const page = await store.events(session, 0, 1_000);
      return { events: page.kind === 'events' ? page.events.length : -1 };
    }
    case 'call':
      return {
        answered: (await store.recordedCall(session, `call-${String(number)}`)) !== undefined,
      };
    case 'compact':
      await maintenance.compact(session);
      return {};
    case 'restore':
      await maintenance.restoreCopy(await maintenance.offerCopy(session));
      return {};
    default:
      throw new Error(`There is no command ${command}.`);
  }
}
