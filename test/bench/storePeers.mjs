/*
 * The same transaction done by others, in a process of a Node that has node:sqlite. Told `{ peer, commits }`
 * it answers with the milliseconds of each; the order and the pauses are the parent's.
 */
import { closeSync, fsyncSync, openSync, writeSync } from 'node:fs';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

const [folder = ''] = process.argv.slice(2);

const TABLES = `
  CREATE TABLE session (one INTEGER PRIMARY KEY, generation INTEGER, version INTEGER, details TEXT);
  CREATE TABLE step (position INTEGER PRIMARY KEY, id TEXT, description TEXT, status TEXT);
  CREATE TABLE event (sequence INTEGER PRIMARY KEY, type TEXT, data TEXT, call_id TEXT, at TEXT);
  CREATE TABLE call (call_id TEXT PRIMARY KEY, name TEXT, input TEXT, result TEXT);`;

function sqlite(name, journal, synchronous) {
  const database = new DatabaseSync(join(folder, name));
  database.exec(`PRAGMA journal_mode = ${journal}; PRAGMA synchronous = ${synchronous}; ${TABLES}`);
  const session = database.prepare('REPLACE INTO session VALUES (1, ?, ?, ?)');
  const clear = database.prepare('DELETE FROM step');
  const step = database.prepare('INSERT INTO step VALUES (?, ?, ?, ?)');
  const event = database.prepare('INSERT INTO event VALUES (?, ?, ?, ?, ?)');
  const call = database.prepare('INSERT INTO call VALUES (?, ?, ?, ?)');
  let generation = 0;
  return ({ record, events, call: answered }) => {
    generation++;
    const { plan, ...details } = record;
    database.exec('BEGIN IMMEDIATE');
    session.run(generation, generation, JSON.stringify(details));
    clear.run();
    plan.steps.forEach(({ id, description, status }, at) => step.run(at, id, description, status));
    for (const { type, data, call_id, at } of events)
      event.run(
        generation * 2 + (type === 'plan_updated' ? 1 : 0),
        type,
        JSON.stringify(data),
        call_id,
        at,
      );
    const { call_id, name: tool, input, result } = answered;
    call.run(call_id, tool, input, JSON.stringify(result));
    database.exec('COMMIT');
  };
}

const content = Buffer.alloc(100 * 1024, 'x');
const log = openSync(join(folder, 'log'), 'a');

const PEERS = {
  delete: sqlite('delete.db', 'DELETE', 'EXTRA'),
  wal: sqlite('wal.db', 'WAL', 'FULL'),
  replace: async () => {
    const handle = await open(join(folder, 'next'), 'w');
    await handle.write(content);
    await handle.sync();
    await handle.close();
    await rename(join(folder, 'next'), join(folder, 'file'));
    const parent = await open(folder, 'r');
    await parent.sync();
    await parent.close();
  },
  append: ({ events }) => {
    writeSync(log, JSON.stringify(events));
    fsyncSync(log);
  },
};

process.on('message', async ({ peer, commits }) => {
  const times = [];
  for (const commit of commits) {
    const started = performance.now();
    await PEERS[peer](commit);
    times.push(performance.now() - started);
  }
  process.send(times);
});
process.on('disconnect', () => closeSync(log));
