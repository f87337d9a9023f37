import assert from 'node:assert/strict';
import type { PlanDocument } from '../../src/domain/plan';
import type { PlanCommand } from '../../src/domain/planCommand';
import type { PlanEvent } from '../../src/domain/planEvent';
import type { ToolResult } from '../../src/domain/toolResult';
import type { CommittedChange } from '../../src/service/planReader';
import { PlanService } from '../../src/service/planService';
import type { LoadedSession, PlanStore } from '../../src/service/planStore';
import type { CancelSignal, IdMaker, ProcessIdentity } from '../../src/service/ports';
import type { GuestCall, HostedCall, SessionOrigin } from '../../src/service/sessionCommand';
import { createMemoryStore } from '../../src/stores/memoryStore';
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

export interface Bench {
  readonly service: PlanService;
  readonly store: FakeFaultyStore;
  readonly clock: FakeClock;
  readonly log: FakeLog;
  /** Everything listeners heard, in order. */
  readonly heard: readonly CommittedChange[];
  /** A second service over the same store: another process, or this one after a restart. */
  another(process?: ProcessIdentity): Bench;
  asGuest(callId: string, command: PlanCommand, fields?: CallFields): Promise<ToolResult>;
  asHosted(callId: string, command: PlanCommand, fields?: CallFields): Promise<ToolResult>;
  createSession(session?: string): Promise<void>;
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
    another: (other) => openBench(inner, other ?? fakeProcess('owner-2'), fakeIds(1_000_000)),
    asGuest: (callId, command, fields) => service.execute({ ...guest(callId, fields), command }),
    asHosted: (callId, command, fields) => service.execute({ ...hosted(callId, fields), command }),
    createSession: (session = SESSION) =>
      service.execute({ kind: 'create_session', session, origin: ORIGIN }),
    events,
    plan: async (session = SESSION) => (await inner.load(session))?.record.plan ?? null,
    stored: async (session = SESSION) => ({
      loaded: await inner.load(session),
      events: await events(session),
    }),
  };
}
