import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PlanStore, SessionCommit } from '../../src/service/planStore';
import { SqliteFolder } from '../support/sqliteFolder';
import { cacheFolder } from '../support/workbench/cacheFolder';
import { workbenchNode } from '../support/workbench/workbenchNode';
import type { BenchLine } from './benchResult';
import { recordedCommits } from './recordedCommits';
import { median, percentile } from './statistics';
import { measureStoreMemory } from './storeMemory';

const HISTORY = 200;
const LONG_HISTORY = 5_000;
const BLOCK = 10;
const ROUNDS = 20;
const PEERS = {
  delete: { name: 'node:sqlite with journal DELETE, synchronous EXTRA', atMost: 1.2 },
  replace: { name: 'write, fsync, rename, fsync of the folder (100 KB)', atMost: 2.5 },
  wal: { name: 'node:sqlite with WAL, synchronous FULL' },
  append: { name: 'append to a log, fsync' },
} as const;
type Peer = keyof typeof PEERS;

/** A session that is written as the service would, without the service's own time. */
class Writer {
  readonly #store: PlanStore;
  readonly #key: string;
  readonly #commits: readonly SessionCommit[];
  #generation = 0;

  constructor(store: PlanStore, key: string, commits: readonly SessionCommit[]) {
    this.#store = store;
    this.#key = key;
    this.#commits = commits;
  }

  /** Milliseconds of each of the next commits. */
  async write(count: number): Promise<number[]> {
    const times: number[] = [];
    for (const commit of this.#commits.slice(this.#generation, this.#generation + count)) {
      const own = { ...commit, record: { ...commit.record, key: this.#key } };
      const started = performance.now();
      const outcome = await this.#store.append(this.#key, this.#generation, own);
      times.push(performance.now() - started);
      if (outcome.kind !== 'appended') throw new Error('The bench met a conflict.');
      this.#generation++;
    }
    return times;
  }
}

/** Durable commits of an ordinary plan of 12 steps, without the editor around the store. */
export async function measureStore(): Promise<BenchLine[]> {
  const folder = new SqliteFolder();
  const store = folder.open();
  try {
    const commits = await recordedCommits('bench:store', LONG_HISTORY + BLOCK * (ROUNDS + 5));
    const writer = (key: string) => new Writer(store, key, commits);
    const first = await writer('bench:first').write(1);
    await writer('bench:warm').write(HISTORY);
    return [
      { name: 'first commit, with loading sql.js', value: median(first), unit: 'ms' },
      ...(await againstPeers(writer('bench:ordinary'), commits)),
      ...(await asTheHistoryGrows(writer)),
      ...(await measureStoreMemory()),
    ];
  } finally {
    await folder.dispose();
  }
}

async function againstPeers(
  writer: Writer,
  commits: readonly SessionCommit[],
): Promise<BenchLine[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sp-peers-'));
  const { executable } = await workbenchNode(cacheFolder());
  const child = spawn(executable, ['--no-warnings', join(__dirname, 'storePeers.mjs'), folder], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  try {
    await writer.write(HISTORY);
    for (const peer of Object.keys(PEERS) as Peer[])
      await timesOf(child, peer, commits.slice(0, HISTORY));
    const ours: number[] = [];
    const theirs: Record<Peer, number[]> = { delete: [], replace: [], wal: [], append: [] };
    for (let round = 0; round < ROUNDS; round++) {
      const from = HISTORY + round * BLOCK;
      ours.push(...(await writer.write(BLOCK)));
      for (const peer of Object.keys(PEERS) as Peer[])
        theirs[peer].push(...(await timesOf(child, peer, commits.slice(from, from + BLOCK))));
    }
    const note = `p95 ${percentile(ours, 0.95).toFixed(2)} ms, ${String(ours.length)} commits`;
    return [
      {
        name: `durable commit, ${String(HISTORY)} revisions of history, p50`,
        value: median(ours),
        unit: 'ms',
        note,
      },
      ...Object.entries(PEERS).map(([peer, { name, ...bound }]) => ({
        name: `… against ${name}`,
        value: median(ours) / median(theirs[peer as Peer]),
        unit: 'times',
        note: `${median(theirs[peer as Peer]).toFixed(2)} ms`,
        ...bound,
      })),
    ];
  } finally {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function timesOf(
  child: ChildProcess,
  peer: Peer,
  commits: readonly SessionCommit[],
): Promise<number[]> {
  child.send({ peer, commits });
  const [times] = (await once(child, 'message')) as [number[]];
  return times;
}

async function asTheHistoryGrows(writer: (key: string) => Writer): Promise<BenchLine[]> {
  const [long, short] = [writer('bench:long'), writer('bench:short')];
  await long.write(LONG_HISTORY);
  const slow: number[] = [];
  const quick: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    slow.push(...(await long.write(BLOCK)));
    // Ten revisions, and again ten.
    const fresh = round % 2 === 0 ? short : writer(`bench:short-${String(round)}`);
    quick.push(...(await fresh.write(BLOCK)));
  }
  const changes = await writer('bench:changes').write(400);
  return [
    {
      name: `commit with ${LONG_HISTORY.toLocaleString('en')} revisions of history against 10`,
      value: median(slow) / median(quick),
      unit: 'times',
      atMost: 1.5,
      note: `${median(slow).toFixed(2)} / ${median(quick).toFixed(2)} ms`,
    },
    {
      name: 'the last 20 of 400 changes against the first 20',
      value: median(changes.slice(-20)) / median(changes.slice(0, 20)),
      unit: 'times',
      atMost: 1.3,
      note: `${median(changes.slice(-20)).toFixed(2)} / ${median(changes.slice(0, 20)).toFixed(2)} ms`,
    },
  ];
}
