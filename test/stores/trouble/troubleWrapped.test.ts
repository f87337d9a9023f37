import assert from 'node:assert/strict';
import { PlanError } from '../../../src/domain/planError';
import { verbatim } from '../../../src/domain/sentence';
import { resultText } from '../../../src/domain/toolResult';
import { digest } from '../../../src/host/digest';
import { PlanService } from '../../../src/service/planService';
import type { LoadedSession, PlanStore, SessionKey } from '../../../src/service/planStore';
import type { GuestCall } from '../../../src/service/sessionCommand';
import { createMemoryStore } from '../../../src/stores/memoryStore';
import { fakeClock } from '../../support/fakeClock';
import { fakeFaultyStore } from '../../support/fakeFaultyStore';
import { fakeIds } from '../../support/fakeIds';
import { fakeLog } from '../../support/fakeLog';
import { fakeProcess } from '../../support/fakeProcess';
import { SqliteFolder } from '../../support/sqliteFolder';
import { rejectsWith } from '../../support/storeFixtures';

const KEY = 'vscode-chat-session://local/one';
const OTHER = 'vscode-chat-session://local/other';

function serviceOver(store: PlanStore): PlanService {
  const [clock, ids, process, log] = [fakeClock(), fakeIds(), fakeProcess(), fakeLog()];
  return new PlanService({ store: () => Promise.resolve(store), clock, digest, ids, process, log });
}

function adding(content: string, session = KEY): GuestCall {
  const origin = { coworker: 'chat', configuration: { planning: true, subtasks: false } };
  const call_id = `${session} ${content}`;
  const command = { name: 'add_task', input: { content } } as const;
  return { kind: 'guest_call', session, turn_id: 'turn-1', call_id, origin, command };
}

const reading = (session = KEY): GuestCall => ({
  ...adding('read', session),
  command: { name: 'read_plan', input: {} },
});

/** An application's own: serves the last plan that it saw while the store behind it cannot be reached. */
function withFallback(inner: PlanStore): PlanStore {
  const seen = new Map<SessionKey, LoadedSession>();
  return {
    load: async (session) => {
      try {
        const loaded = await inner.load(session);
        if (loaded) seen.set(session, loaded);
        return loaded;
      } catch (error) {
        const last = seen.get(session);
        if (!last || !PlanError.is(error, 'store_unavailable')) throw error;
        return { ...structuredClone(last), readOnly: true };
      }
    },
    append: (...args) => inner.append(...args),
    recordedCall: (...args) => inner.recordedCall(...args),
    removedSteps: (...args) => inner.removedSteps(...args),
    events: (...args) => inner.events(...args),
    list: (...args) => inner.list(...args),
    remove: (...args) => inner.remove(...args),
    watch: (...args) => inner.watch(...args),
    close: () => inner.close(),
  };
}

/** No class, no base, nothing of ours: the interface and a few lines. */
function smallestStore(): PlanStore {
  const inner = createMemoryStore({ log: fakeLog() });
  const names: (keyof PlanStore)[] = [
    'load',
    'append',
    'recordedCall',
    'removedSteps',
    'events',
    'list',
    'remove',
    'watch',
    'close',
  ];
  const own = Object.fromEntries(
    names.map((name) => [
      name,
      (...args: unknown[]) =>
        (inner[name] as (...args: unknown[]) => unknown)(...structuredCloneAll(args)),
    ]),
  );
  return Object.freeze(Object.assign(Object.create(null) as object, own)) as unknown as PlanStore;
}

function structuredCloneAll(args: readonly unknown[]): unknown[] {
  return args.map((value) => (typeof value === 'function' ? value : structuredClone(value)));
}

describe('The stores that a plan can be kept in', () => {
  let folder: SqliteFolder;
  beforeEach(() => {
    folder = new SqliteFolder();
  });
  afterEach(() => folder.dispose());

  async function assertApart(store: PlanStore): Promise<void> {
    const service = serviceOver(store);
    await service.execute(adding('Here'));
    await service.execute(adding('There', OTHER));
    await service.execute(adding('Here too'));
    assert.equal((await service.snapshot(KEY))?.plan?.steps.length, 2);
    const other = resultText(await service.execute(reading(OTHER)));
    assert.match(other, /There/);
    assert.doesNotMatch(other, /Here/);
    const { sessions } = await service.list({}, { limit: 10 });
    assert.deepEqual(sessions.map(({ key }) => key).sort(), [KEY, OTHER].sort());
  }

  it('[PT.61] the memory store keeps the plans of its sessions apart', () =>
    assertApart(createMemoryStore({ log: fakeLog() })));

  it('[PT.62] the SQLite store keeps the plans of its sessions apart', () =>
    assertApart(folder.open()));

  it('[PT.66] any object with the interface keeps the plans of its sessions apart', () =>
    assertApart(smallestStore()));

  it('[PT.61] a memory store knows nothing of another one', async () => {
    const [one, other] = [1, 2].map(() => serviceOver(createMemoryStore({ log: fakeLog() })));
    await one?.execute(adding('Here'));
    assert.equal(await other?.snapshot(KEY), undefined);
  });

  it('[PT.60] [PT.62] a store that is given keeps the plan for whoever opens it later', async () => {
    const first = folder.open();
    await serviceOver(first).execute(adding('Here'));
    await first.close();
    assert.match(resultText(await serviceOver(folder.open()).execute(reading())), /Here/);
  });

  it('[PT.73] an application can put its own fallback around a store', async () => {
    const inner = fakeFaultyStore(folder.open());
    const service = serviceOver(withFallback(inner));
    await service.execute(adding('Here'));
    const before = await service.snapshot(KEY);
    inner.faults.beforeLoad = () => {
      throw new PlanError('store_unavailable', verbatim('The network is gone.'));
    };
    assert.deepEqual((await service.snapshot(KEY))?.plan, before?.plan);
    assert.match(resultText(await service.execute(reading())), /Here/);
    // It is the application's own: without it the failure is told, and nobody tries again.
    const bare = serviceOver(inner);
    inner.asked.load = 0;
    await rejectsWith(bare.snapshot(KEY), 'store_unavailable');
    await rejectsWith(bare.execute(reading()), 'store_unavailable');
    assert.equal(inner.asked.load, 2);
    delete inner.faults.beforeLoad;
    await service.execute(adding('Here too'));
    assert.equal((await service.snapshot(KEY))?.plan?.steps.length, 2);
  });
});
