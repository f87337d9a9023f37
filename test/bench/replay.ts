import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attach } from '../../src/service/eventFeed';
import type { PlanService } from '../../src/service/planService';
import type { StoreSettings } from '../../src/stores/storeSettings';
import { shown, type BenchLine } from './benchResult';
import { ordinaryPlan } from './ordinaryPlan';
import { median, medianTime, percentile, processorTime, type CallTime } from './statistics';
import { openHost } from './storedPlan';

const SESSION = 'bench:replay';
const EVENTS = 1_000;
const RUNS = 41;
/** The first runs also pay for code that is not compiled yet. */
const WARM_UP = 5;
const AT_MOST = 50;

interface Replay {
  /** Milliseconds from attaching to the first event. */
  readonly first: number;
  /** The same to the last one. */
  readonly last: CallTime;
}

/** A client attaches with nothing in hand and gets 1,000 events: plans of 12 ordinary steps. */
export async function measureReplay(): Promise<BenchLine[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sp-replay-'));
  const sqlite: StoreSettings = { kind: 'sqlite', folder };
  try {
    const inMemory = await replaysOf({ kind: 'memory' });
    const onDisk = await replaysOf(sqlite);
    return [
      ...linesOf('memory', inMemory),
      ...linesOf('sqlite', onDisk),
      await reopenedLine(sqlite),
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function replaysOf(store: StoreSettings): Promise<Replay[]> {
  const { service, dispose } = openHost(store);
  try {
    await writePlans(service);
    const runs: Replay[] = [];
    for (let run = 0; run < WARM_UP + RUNS; run++) runs.push(await replay(service));
    return runs.slice(WARM_UP);
  } finally {
    await dispose();
  }
}

/** The first call makes two events: the session and its plan. */
async function writePlans(service: PlanService): Promise<void> {
  for (let revision = 0; revision < EVENTS - 1; revision++) {
    const { isError } = await service.execute({
      kind: 'guest_call',
      session: SESSION,
      turn_id: 'turn',
      call_id: `call-${revision}`,
      command: { name: 'update_plan', input: ordinaryPlan(revision) },
      origin: { coworker: 'chat', configuration: { planning: true, subtasks: false } },
    });
    if (isError) throw new Error(`Revision ${revision + 1} was refused.`);
  }
}

async function replay(service: PlanService): Promise<Replay> {
  const [begin, worked] = [performance.now(), processorTime()];
  const attachment = await attach(service, SESSION, 0);
  let first: number | undefined;
  for await (const item of attachment) {
    first ??= performance.now() - begin;
    if (item.kind === 'reset') throw new Error('The feed began anew.');
    if (item.event.sequence < EVENTS) continue;
    const last = { wall: performance.now() - begin, cpu: processorTime() - worked };
    return { first, last };
  }
  throw new Error('The feed ended early.');
}

function linesOf(store: string, runs: readonly Replay[]): BenchLine[] {
  const { wall, cpu } = medianTime(runs.map(({ last }) => last));
  const p95 = percentile(
    runs.map(({ last }) => last.wall),
    0.95,
  );
  return [
    {
      name: `replay of 1,000 events, ${store} store, p50`,
      value: wall,
      unit: 'ms',
      atMost: AT_MOST,
      note: `processor ${shown(cpu)}, p95 ${shown(p95)} ms, ${runs.length} runs`,
    },
    {
      name: `… its first event, ${store} store, p50`,
      value: median(runs.map((run) => run.first)),
      unit: 'ms',
    },
  ];
}

/** The same after a restart: the file is read and sql.js is loaded first. */
async function reopenedLine(store: StoreSettings): Promise<BenchLine> {
  const times: number[] = [];
  for (let run = 0; run < WARM_UP; run++) {
    const { service, dispose } = openHost(store);
    times.push((await replay(service)).last.wall);
    await dispose();
  }
  return {
    name: 'replay of 1,000 events, sqlite store just opened, p50',
    value: median(times),
    unit: 'ms',
    note: `${times.length} runs; with loading sql.js and reading the file`,
  };
}
