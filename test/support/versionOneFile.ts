import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { PlanDocument } from '../../src/domain/plan';
import { sealImage } from '../../src/stores/sqlite/fileImage';
import type { SqlValue } from '../../src/stores/sqlite/sqlJs';
import { sha256 } from './editSessionFile';
import { sharedSqlJs } from './sqliteFolder';
import { aPlanCommit, aRecord } from './storeFixtures';

/** The tables of schema version 1, word for word as its builds made them; never to be changed. */
export const VERSION_ONE_TABLES = `
  CREATE TABLE session (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    generation INTEGER NOT NULL, version INTEGER NOT NULL,
    key TEXT NOT NULL, coworker TEXT NOT NULL, title TEXT NOT NULL, workspace TEXT,
    created TEXT NOT NULL, updated TEXT NOT NULL, details TEXT NOT NULL,
    revision INTEGER, turn_id TEXT, call_id TEXT, explanation TEXT);
  CREATE TABLE step (
    position INTEGER PRIMARY KEY, id TEXT, description TEXT, status TEXT,
    active_form TEXT, parent_id TEXT, depends_on TEXT);
  CREATE TABLE step_set_aside (
    generation INTEGER NOT NULL, reason TEXT NOT NULL,
    position INTEGER, id, description, status, active_form, parent_id, depends_on);
  CREATE TABLE event (
    sequence INTEGER PRIMARY KEY, type TEXT NOT NULL, data TEXT NOT NULL,
    turn_id TEXT, call_id TEXT, at TEXT NOT NULL);
  CREATE TABLE call (
    call_id TEXT PRIMARY KEY, name TEXT NOT NULL, input TEXT NOT NULL, result TEXT NOT NULL
  );`;

/** Writes the file that a build of version 1 left after these plans; `more`: done to it afterwards. */
export async function writeVersionOneFile(
  path: string,
  key: string,
  plans: readonly PlanDocument[],
  more = '',
): Promise<void> {
  const database = new (await sharedSqlJs()).Database();
  database.exec(
    `PRAGMA page_size = 2048; PRAGMA application_id = ${String(0x53504c4e)}; PRAGMA user_version = 1;`,
  );
  database.exec(VERSION_ONE_TABLES);
  const insert = (table: string, ...values: SqlValue[]) => {
    const places = values.map(() => '?').join();
    database.prepare(`INSERT INTO ${table} VALUES (${places})`).run(values);
  };
  const { required_capabilities, configuration, ...record } = aRecord(key);
  const details = JSON.stringify({ required_capabilities, configuration });
  const { coworker, title, created, updated } = record;
  const last = plans.at(-1);
  insert(
    'session',
    ...[1, Math.max(plans.length, 1), plans.length],
    ...[key, coworker, title, null, created, updated, details],
    ...[last?.revision, last?.turn_id, last?.call_id, last?.explanation].map(orNull),
  );
  for (const [position, step] of (last?.steps ?? []).entries()) {
    const { id, description, status } = step;
    insert('step', position, id, description, status, null, null, null);
  }
  for (const [at, plan] of plans.entries()) {
    const { events, call } = aPlanCommit(key, plan.revision, { plan });
    for (const event of events) {
      const { type, data, turn_id, call_id } = event;
      const context = [turn_id, call_id].map(orNull);
      insert('event', at + 1, type, JSON.stringify(data), ...context, event.at);
    }
    if (!call) continue;
    insert('call', call.call_id, call.name, call.input, JSON.stringify(call.result));
  }
  database.exec(more);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, Buffer.concat(await sealImage(database.export(), sha256)));
  database.close();
}

function orNull(value: string | number | undefined): SqlValue {
  return value ?? null;
}
