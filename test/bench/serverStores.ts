import { setTimeout as wait } from 'node:timers/promises';
import type { PlanStore, SessionCommit } from '../../src/service/planStore';
import { ChildPrograms, type ChildProgram } from '../support/childProgram';
import type { ServerStoreAddress } from '../support/servers/storeOnServer';
import { openOnServer } from '../support/servers/storeOnServer';
import type { BenchLine } from './benchResult';
import { recordedCommits } from './recordedCommits';
import { SERVER_PEERS, type ServerPeer } from './serverPeers';
import { median, pairwiseRatios, percentile } from './statistics';

const ROUNDS = 150;
const WARM_UP = 50;
const MANY = 10_000;
const PAGE = 100;
const LISTS = 31;
const NOTICES = 41;

/** The stores on servers of this machine, against what their drivers take for the same statements. */
export async function measureServerStores(): Promise<BenchLine[]> {
  const programs = new ChildPrograms();
  const commits = await recordedCommits('bench:servers', ROUNDS + WARM_UP + 1);
  const lines: BenchLine[] = [];
  try {
    for (const { name, kind, start } of SERVER_PEERS) {
      const peer = await start();
      const address = { kind, port: peer.port, prefix: peer.prefix };
      const { store, close } = await openOnServer(address);
      try {
        lines.push(...(await commitLines(name, store, peer, commits)));
        lines.push(await noticeLine(name, store, address, programs));
        lines.push(await listLine(name, store, peer));
      } finally {
        await close();
        await peer.stop();
      }
    }
    return lines;
  } finally {
    await programs.dispose();
  }
}

async function commitLines(
  name: string,
  store: PlanStore,
  peer: ServerPeer,
  commits: readonly SessionCommit[],
): Promise<BenchLine[]> {
  const ours: number[] = [];
  const bare: number[] = [];
  for (const [generation, commit] of commits.entries()) {
    const [own, other] = ['bench:ours', 'bench:bare'].map((key) => withKey(commit, key));
    if (!own || !other) continue;
    const write = async () => {
      const outcome = await store.append('bench:ours', generation, own);
      if (outcome.kind !== 'appended') throw new Error('The bench met a conflict.');
    };
    const send = await peer.bareCommit(other, generation);
    const jobs = [
      [ours, write],
      [bare, send],
    ] as const;
    // In turn, so that both meet the same load of the machine.
    for (const [times, job] of generation % 2 === 0 ? jobs : [...jobs].reverse()) {
      const began = performance.now();
      await job();
      if (generation > WARM_UP) times.push(performance.now() - began);
    }
  }
  const note = `p95 ${percentile(ours, 0.95).toFixed(2)} ms, ${String(ours.length)} commits`;
  return [
    { name: `${name}: durable commit, p50`, value: median(ours), unit: 'ms', note },
    {
      name: '… against its driver with the same statements',
      value: median(pairwiseRatios(ours, bare)),
      unit: 'times',
      atMost: 1.5,
      note: `${median(bare).toFixed(2)} ms`,
    },
  ];
}

/** From the answer of a commit to the notice in another process. */
async function noticeLine(
  name: string,
  store: PlanStore,
  address: ServerStoreAddress,
  programs: ChildPrograms,
): Promise<BenchLine> {
  const listener = (await programs.build('serverListener'))(JSON.stringify(address));
  const [commit] = await recordedCommits('bench:notice', 1);
  if (!commit) throw new Error('There is nothing to commit.');
  let session = 0;
  const change = async () => {
    const key = `bench:notice-${String(++session)}`;
    await store.append(key, 0, withKey(commit, key));
    return { key, answered: performance.now() };
  };
  while (listener.lines.length === 0) {
    await change();
    await wait(20);
  }
  const times: number[] = [];
  for (let round = 0; round < NOTICES; round++) {
    const { key, answered } = await change();
    await heard(listener, key);
    times.push(Math.max(0, performance.now() - answered));
    await wait(10);
  }
  await listener.end();
  return {
    name: `${name}: a change is told in another process, p50`,
    value: median(times),
    unit: 'ms',
    atMost: 200,
    note: `p95 ${percentile(times, 0.95).toFixed(1)} ms after the answer, ${String(times.length)} changes`,
  };
}

async function heard(listener: ChildProgram, key: string): Promise<void> {
  for (let at = Math.max(0, listener.lines.length - 1); (await listener.line(at)) !== key;) at++;
}

async function listLine(name: string, store: PlanStore, peer: ServerPeer): Promise<BenchLine> {
  await peer.makeSessions(MANY, store);
  const times: number[] = [];
  for (let round = 0; round <= LISTS; round++) {
    const began = performance.now();
    const { sessions } = await store.list({}, { limit: PAGE });
    if (round > 0) times.push(performance.now() - began);
    if (sessions.length !== PAGE)
      throw new Error(`${String(sessions.length)} sessions are listed.`);
  }
  return {
    name: `${name}: first ${String(PAGE)} of ${MANY.toLocaleString('en')} sessions, p50`,
    value: median(times),
    unit: 'ms',
    atMost: 50,
    note: `p95 ${percentile(times, 0.95).toFixed(1)} ms`,
  };
}

export function withKey(commit: SessionCommit, key: string): SessionCommit {
  return { ...commit, record: { ...commit.record, key } };
}
