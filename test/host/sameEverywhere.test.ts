import assert from 'node:assert/strict';
import type { PlanCommand } from '../../src/domain/planCommand';
import type { PlanDocument } from '../../src/domain/plan';
import { digest } from '../../src/host/digest';
import { PLANNER } from '../../src/server/coworkers';
import { PlanService } from '../../src/service/planService';
import type { PlanStore } from '../../src/service/planStore';
import { createMemoryStore } from '../../src/stores/memoryStore';
import { step, update } from '../domain/planFixtures';
import { RpcBench } from '../server/rpcBench';
import { fakeClock } from '../support/fakeClock';
import { fakeIds } from '../support/fakeIds';
import { fakeLog } from '../support/fakeLog';
import { fakeProcess } from '../support/fakeProcess';
import { SqliteFolder } from '../support/sqliteFolder';

interface Answered {
  readonly isError: boolean;
  readonly content: readonly { readonly text: string }[];
}

/** A place where agents plan: calls of one turn, and what a client sees of the plan. */
interface Place {
  call(command: PlanCommand, at: number): Promise<Answered>;
  plan(): Promise<PlanDocument | null | undefined>;
  close(): Promise<unknown>;
}

/** One of each kind: written, refused as stale and as wrong, read, changed step by step, cleared. */
const CALLS: readonly PlanCommand[] = [
  update(0, [step('a', { status: 'in_progress' }), step('b')], 'Why'),
  update(0, [step('c')]),
  update(1, [step('a'), step('a')]),
  { name: 'read_plan', input: {} },
  update(1, [step('a', { status: 'completed' }), step('b', { status: 'in_progress' }), step('c')]),
  update(2, [step('a', { status: 'in_progress' }), step('b', { status: 'in_progress' })]),
  update(2, []),
  { name: 'read_plan', input: {} },
  update(3, [step('d')]),
];

async function overStore(store: PlanStore, close: () => unknown): Promise<Place> {
  const service = new PlanService({
    store: () => Promise.resolve(store),
    ...{ clock: fakeClock(), digest, ids: fakeIds(), process: fakeProcess(), log: fakeLog() },
  });
  const session = 'srv:one';
  const origin = { coworker: 'planner', configuration: PLANNER.configuration };
  await service.execute({ kind: 'create_session', session, origin, planMode: true });
  const turn_id = await service.execute({ kind: 'begin_turn', session });
  return {
    call: async (command, at) =>
      await service.execute({
        ...{ kind: 'hosted_call', session, turn_id, call_id: `c${String(at)}`, command },
      }),
    plan: async () => (await service.snapshot(session))?.plan,
    close: async () => close(),
  };
}

async function overStdio(): Promise<Place> {
  const bench = new RpcBench();
  const { sessionId, turnId } = await bench.planned();
  return {
    call: ({ name, input }, at) =>
      bench.result<Answered & Record<string, unknown>>('tool/call', {
        ...{ sessionId, turnId, callId: `c${String(at)}`, name, arguments: input },
      }),
    plan: async () =>
      (await bench.result<{ plan: PlanDocument }>('session/snapshot', { sessionId })).plan,
    close: () => bench.stopped(),
  };
}

const PLACES: Readonly<Record<string, () => Promise<Place>>> = {
  'in memory': () => overStore(createMemoryStore(), () => undefined),
  'in files': () => {
    const folder = new SqliteFolder();
    return overStore(folder.open(), () => folder.dispose());
  },
  'in a server, over lines': overStdio,
};

describe('planning', () => {
  it('[DP.13] is the same in memory, in files and in a server: answers, refusals and the plan', async () => {
    const [first, ...others] = await Promise.all(
      Object.entries(PLACES).map(async ([name, open]) => ({ name, ran: await run(open) })),
    );
    assert.equal(first?.ran.filter(({ isError }) => isError).length, 3);
    for (const { name, ran } of others) assert.deepEqual(ran, first.ran, name);
  });
});

/** Each answer, and the plan after it without the id of its turn. */
async function run(open: () => Promise<Place>) {
  const place = await open();
  try {
    const ran = [];
    for (const [at, command] of CALLS.entries()) {
      const { isError, content } = await place.call(command, at);
      const { turn_id = '', ...plan } = (await place.plan()) ?? {};
      assert.equal(typeof turn_id, 'string');
      ran.push({ isError, texts: content.map(({ text }) => text), plan });
    }
    return ran;
  } finally {
    await place.close();
  }
}
