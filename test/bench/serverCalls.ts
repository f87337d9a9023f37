import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPlanHost } from '../../src/host/planHost';
import { PLANNER } from '../../src/server/coworkers';
import { planned } from '../server/serverBench';
import { ServerProcess } from '../server/serverProcess';
import { fakeLog } from '../support/fakeLog';
import { WASM_FILE } from '../support/sqliteFolder';
import type { BenchLine } from './benchResult';
import { ordinaryPlan } from './ordinaryPlan';
import { median } from './statistics';

const CALLS = 200;
const WARM = 30;

type Write = (revision: number) => Promise<void>;

/** `tool/call` of `update_plan` with 12 steps over standard input and output, to the answer. */
export async function measureServerCalls(): Promise<BenchLine[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sp-server-'));
  const places = { memory: 'memory:', sqlite: `sqlite:${join(folder, 'served')}` };
  const servers = Object.values(places).map(
    (store) => new ServerProcess(['--stdio', '--store', store]),
  );
  const own = createPlanHost({
    ...{ wasmFile: WASM_FILE, clock: { now: () => Date.now() }, log: fakeLog() },
    store: { kind: 'sqlite', folder: join(folder, 'own') },
  });
  try {
    const [memory, sqlite] = await Promise.all(servers.map(overWire));
    // By itself: beside what waits for a disk, each call would begin with processes that sleep.
    const [inMemory = 0] = (await interleaved([memory!])).map(median);
    const times = await interleaved([sqlite!, await inProcess(own.service)]);
    const [onDisk = 0, commit = 0] = times.map(median);
    const note = `n ${CALLS}, interleaved`;
    return [
      {
        name: 'tool/call over stdio, store in memory, p50',
        ...{ value: inMemory, unit: 'ms', atMost: 1, note: `n ${CALLS}` },
      },
      {
        name: '… on sqlite, p50, above the same call without the wire',
        ...{ value: onDisk - commit, unit: 'ms', atMost: 1 },
        note: `${onDisk.toFixed(2)} against ${commit.toFixed(2)} ms; ${note}`,
      },
    ];
  } finally {
    await own.dispose();
    await Promise.all(servers.map((server) => server.dispose()));
    rmSync(folder, { recursive: true, force: true });
  }
}

async function overWire(server: ServerProcess): Promise<Write> {
  const turn = await planned(server);
  return async (revision) => {
    const call = { ...turn, callId: `c${revision}`, name: 'update_plan' };
    const result = await server.result('tool/call', { ...call, arguments: ordinaryPlan(revision) });
    if (result['isError']) throw new Error('The bench was refused.');
    server.heard.length = 0;
  };
}

async function inProcess(service: ReturnType<typeof createPlanHost>['service']): Promise<Write> {
  const session = 'bench:own';
  const origin = { coworker: 'planner', configuration: PLANNER.configuration };
  await service.execute({ kind: 'create_session', session, origin });
  const turn_id = await service.execute({ kind: 'begin_turn', session });
  return async (revision) => {
    await service.execute({
      ...{ kind: 'hosted_call', session, turn_id, call_id: `c${revision}` },
      command: { name: 'update_plan', input: ordinaryPlan(revision) },
    });
  };
}

/** Milliseconds of each call of each, once they are warm. */
async function interleaved(writers: readonly Write[]): Promise<number[][]> {
  const times = writers.map((): number[] => []);
  for (let revision = 0; revision < CALLS + WARM; revision++) {
    for (const [index, write] of writers.entries()) {
      const started = performance.now();
      await write(revision);
      if (revision >= WARM) times[index]!.push(performance.now() - started);
    }
  }
  return times;
}
