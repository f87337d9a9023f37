import assert from 'node:assert/strict';
import type { PlanDocument } from '../../src/domain/plan';
import type { PlanCommand } from '../../src/domain/planCommand';
import { PlanError, type PlanErrorCode } from '../../src/domain/planError';
import type { PlanEvent } from '../../src/domain/planEvent';
import type { ToolResult } from '../../src/domain/toolResult';
import type { SessionConfiguration } from '../../src/domain/session';
import type { CommittedChange } from '../../src/service/planReader';
import { PlanService } from '../../src/service/planService';
import type { LoadedSession, PlanStore } from '../../src/service/planStore';
import type { CancelSignal, IdMaker, ProcessIdentity } from '../../src/service/ports';
import type {
  EndTurn,
  GuestCall,
  HostedCall,
  SessionOrigin,
} from '../../src/service/sessionCommand';
import type { StepsChanged } from '../../src/service/stepChanges';
import { createMemoryStore } from '../../src/stores/memoryStore';
import { step, update } from '../domain/planFixtures';
import { digest } from '../../src/host/digest';
import { fakeClock, type FakeClock } from '../support/fakeClock';
import { fakeFaultyStore, type FakeFaultyStore } from '../support/fakeFaultyStore';
import { fakeIds } from '../support/fakeIds';
import { fakeLog, type FakeLog } from '../support/fakeLog';
import { fakeProcess } from '../support/fakeProcess';

export const SESSION = 'test-chat://local/one';

export const ORIGIN: SessionOrigin = {
  coworker: 'chat',
  workspace: 'file:///project',
  configuration: { planning: true, subtasks: false },
};

interface CallFields {
  readonly session?: string;
  readonly turn_id?: string;
  readonly signal?: CancelSignal;
}

type WithoutCommand<T> = Omit<T, 'command'>;

export function guest(callId: string, fields: CallFields = {}): WithoutCommand<GuestCall> {
  return {
    kind: 'guest_call',
    session: SESSION,
    turn_id: 'turn-1',
    call_id: callId,
    origin: ORIGIN,
    ...fields,
  };
}

export function hosted(callId: string, fields: CallFields = {}): WithoutCommand<HostedCall> {
  return { kind: 'hosted_call', session: SESSION, turn_id: 'turn-1', call_id: callId, ...fields };
}

/** Ends with this code, whatever else is said of it. */
export function rejectsWith(code: PlanErrorCode, call: Promise<unknown>): Promise<void> {
  return assert.rejects(call, (error) => PlanError.is(error, code));
}

export interface Bench {
  readonly service: PlanService;
  readonly store: FakeFaultyStore;
  readonly clock: FakeClock;
  readonly log: FakeLog;
  /** Everything listeners heard, in order. */
  readonly heard: readonly CommittedChange[];
  /** The same for step events. */
  readonly steps: readonly StepsChanged[];
  /** A second service over the same store: another process, or this one after a restart. */
  another(process?: ProcessIdentity): Bench;
  asGuest(callId: string, command: PlanCommand, fields?: CallFields): Promise<ToolResult>;
  /** In the turn that this bench began last in the session, unless another one is given. */
  asHosted(callId: string, command: PlanCommand, fields?: CallFields): Promise<ToolResult>;
  createSession(session?: string, configuration?: SessionConfiguration): Promise<void>;
  beginTurn(session?: string): Promise<string>;
  /** A new session in which a turn runs. */
  openTurn(session?: string, configuration?: SessionConfiguration): Promise<string>;
  endTurn(turn_id: string, outcome?: EndTurn['outcome'], session?: string): Promise<void>;
  events(session?: string): Promise<readonly PlanEvent[]>;
  plan(session?: string): Promise<PlanDocument | null>;
  /** All that the store holds of a session; two equal ones mean that nothing changed. */
  stored(
    session?: string,
  ): Promise<{ loaded: LoadedSession | undefined; events: readonly PlanEvent[] }>;
}

export function openBench(
  inner: PlanStore = createMemoryStore(),
  process: ProcessIdentity = fakeProcess(),
  ids: IdMaker = fakeIds(),
): Bench {
  const store = fakeFaultyStore(inner);
  const [clock, log] = [fakeClock(), fakeLog()];
  const service = new PlanService({
    store: () => Promise.resolve(store),
    clock,
    digest,
    ids,
    process,
    log,
  });
  const heard: CommittedChange[] = [];
  service.onDidCommit((change) => void heard.push(change));
  const steps: StepsChanged[] = [];
  service.onDidChangeSteps((change) => void steps.push(change));
  const turns = new Map<string, string>();
  const createSession = (session = SESSION, configuration = ORIGIN.configuration) =>
    service.execute({ kind: 'create_session', session, origin: { ...ORIGIN, configuration } });
  const beginTurn = async (session = SESSION): Promise<string> => {
    const turn = await service.execute({ kind: 'begin_turn', session });
    turns.set(session, turn);
    return turn;
  };

  const events = async (session = SESSION): Promise<readonly PlanEvent[]> => {
    const page = await inner.events(session, 0, 1_000);
    assert.ok(page.kind === 'events');
    return page.events;
  };
  return {
    service,
    store,
    clock,
    log,
    heard,
    steps,
    another: (other) => openBench(inner, other ?? fakeProcess('owner-2'), fakeIds(1_000_000)),
    asGuest: (callId, command, fields) => service.execute({ ...guest(callId, fields), command }),
    asHosted: (callId, command, fields = {}) => {
      const { session = SESSION, turn_id = turns.get(session) ?? 'no-turn' } = fields;
      return service.execute({ ...hosted(callId, { ...fields, turn_id }), command });
    },
    createSession,
    beginTurn,
    openTurn: async (session, configuration) => {
      await createSession(session, configuration);
      return beginTurn(session);
    },
    endTurn: (turn_id, outcome = 'completed', session = SESSION) =>
      service.execute({ kind: 'end_turn', session, turn_id, outcome }),
    events,
    plan: async (session = SESSION) => (await inner.load(session))?.record.plan ?? null,
    stored: async (session = SESSION) => ({
      loaded: await inner.load(session),
      events: await events(session),
    }),
  };
}

/** A session with a plan (revision 1, step `a`) and a running turn. */
export async function openPlanned(): Promise<{ bench: Bench; turn: string }> {
  const bench = openBench();
  const turn = await bench.openTurn();
  await bench.asHosted('call-0', update(0, [step('a')]));
  return { bench, turn };
}

/** Does it once, at that moment of the next command. */
export function onceAt(
  bench: Bench,
  moment:
    'beforeLoad' | 'beforeRecordedCall' | 'beforeRemovedSteps' | 'beforeAppend' | 'afterAppend',
  act: () => unknown,
): void {
  let isDue = true;
  bench.store.faults[moment] = async () => {
    if (!isDue) return undefined;
    isDue = false;
    await act();
    return undefined;
  };
}
