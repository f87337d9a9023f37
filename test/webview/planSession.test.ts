import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { PlanEvent } from '../../src/domain/planEvent';
import { toPlanView, toRevisionHeaders } from '../../src/protocol/planView';
import {
  PROTOCOL_VERSION,
  type EventMessage,
  type SessionMessage,
  type SnapshotMessage,
} from '../../src/protocol/webviewMessages';
import { PlanSession } from '../../webview/planSession';
import { updatePlanEvent } from '../protocol/revisionFixtures';

const A = 'session-a';
const heading = { title: 'T', coworker: 'chat', updated: '2026-01-02T03:04:05.000Z' };

/**
 * A session in which event n is revision n, except every third, which is a refused call. A `branch`
 * is the same session after the stored data was lost and its calls were made anew.
 */
function eventAt(sequence: number, branch: number): PlanEvent {
  const event = updatePlanEvent(sequence - Math.floor(sequence / 3), {
    steps: [{ id: 'a', description: `At ${String(sequence)}`, status: 'pending' }],
    call_id: `call-${String(sequence)}-${String(branch)}`,
  });
  if (sequence % 3 > 0 || event.type !== 'plan_updated') return { ...event, sequence };
  const { name, call_id, result } = event.data;
  return { ...event, sequence, type: 'tool_finished', data: { name, call_id, result } };
}

const eventsTo = (version: number, branch: number): PlanEvent[] =>
  Array.from({ length: version }, (_, index) => eventAt(index + 1, branch));

function planAt(version: number, branch = 0) {
  const last = eventsTo(version, branch).findLast((event) => event.type === 'plan_updated');
  return last?.type === 'plan_updated' ? last.data.plan : null;
}

function snapshotAt(version: number, session = A, branch = 0): SnapshotMessage {
  const base = { v: PROTOCOL_VERSION, kind: 'snapshot', session } as const;
  if (version === 0) return { ...base, content: { state: 'none' } };
  const picture = {
    key: session,
    ...heading,
    version,
    plan: planAt(version, branch),
    turn: null,
    problems: [],
    ...{ readOnly: false, ...MARKS },
  };
  const view = toPlanView(picture, toRevisionHeaders(eventsTo(version, branch), null), []);
  return { ...base, content: { state: 'plan', view } };
}

const MARKS = { planMode: null, approved: null, pinned: false };

function eventMessage(after: number, cursor: number, session = A, branch = 0): EventMessage {
  const fresh = eventsTo(cursor, branch).slice(after);
  const revisions = toRevisionHeaders(fresh, planAt(after, branch));
  const plan = planAt(cursor, branch);
  const base = {
    v: PROTOCOL_VERSION,
    kind: 'event',
    session,
    ...heading,
    activity: 'unknown',
  } as const;
  return {
    ...base,
    after: String(after),
    cursor: String(cursor),
    ...{ revisions, reviews: [], ...MARKS },
    ...(revisions.length > 0 && plan && { plan }),
  };
}

function shown(session: PlanSession): { revision: number; cursor: number } {
  const { content } = session.held;
  if (typeof content === 'string') return { revision: 0, cursor: 0 };
  return { revision: content.plan?.revision ?? 0, cursor: Number(content.cursor) };
}

describe('planSession', () => {
  it('goes on from a snapshot with later events only', () => {
    const session = new PlanSession(() => assert.fail('nothing is missing'));
    session.receive(snapshotAt(4));
    session.receive(eventMessage(3, 4));
    assert.deepEqual(shown(session), { revision: 3, cursor: 4 });
    session.receive(eventMessage(4, 5));
    assert.deepEqual(shown(session), { revision: 4, cursor: 5 });
  });

  it('takes an event that overlaps with what it holds, once', () => {
    const session = new PlanSession(() => assert.fail('nothing is missing'));
    session.receive(snapshotAt(4));
    session.receive(eventMessage(2, 8));
    session.receive(eventMessage(2, 8));
    const { content } = session.held;
    assert.ok(typeof content !== 'string');
    assert.deepEqual(
      content.revisions.map((line) => line.revision),
      [6, 5, 4, 3, 2, 1],
    );
  });

  it('asks for a snapshot at a gap, once, and shows nothing across it', () => {
    let asked = 0;
    const session = new PlanSession(() => (asked += 1));
    session.receive(snapshotAt(2));
    session.receive(eventMessage(4, 5));
    session.receive(eventMessage(5, 6));
    assert.equal(asked, 1);
    assert.deepEqual(shown(session), { revision: 2, cursor: 2 });
    session.receive(snapshotAt(6));
    assert.deepEqual(shown(session), { revision: 4, cursor: 6 });
    assert.equal(asked, 1);
  });

  it('takes the activity from whatever message is newest', () => {
    const session = new PlanSession(() => assert.fail('nothing is missing'));
    const activity = () => {
      const { content } = session.held;
      return typeof content === 'string' ? content : content.activity;
    };
    session.receive(snapshotAt(0));
    session.receive({ ...eventMessage(0, 1), activity: 'running' });
    assert.equal(activity(), 'running');
    session.receive({ ...eventMessage(1, 2), activity: 'stopped' });
    session.receive({ ...eventMessage(0, 1), activity: 'running' });
    assert.equal(activity(), 'stopped');
    // The same cursor: nothing was committed, but the owner of the turn was found dead or alive.
    session.receive(snapshotAt(2));
    assert.equal(activity(), 'unknown');
  });

  it('begins with the first event of a session that did not exist', () => {
    const session = new PlanSession(() => assert.fail('nothing is missing'));
    session.receive(snapshotAt(0));
    session.receive(eventMessage(0, 1));
    assert.deepEqual(shown(session), { revision: 1, cursor: 1 });
  });

  it('[FC.3] ignores the messages of a session that is not followed any more', () => {
    const session = new PlanSession(() => assert.fail('nothing is missing'));
    session.receive(snapshotAt(5));
    session.receive({ v: PROTOCOL_VERSION, kind: 'reset', session: 'session-b' });
    session.receive(snapshotAt(8));
    session.receive(eventMessage(8, 9));
    assert.deepEqual(session.held, { session: 'session-b', content: 'loading' });
    session.receive(snapshotAt(1, 'session-b'));
    assert.deepEqual(shown(session), { revision: 1, cursor: 1 });
  });

  it('lets only a reset go back to a lower revision', () => {
    const session = new PlanSession(() => undefined);
    session.receive(snapshotAt(8));
    session.receive(snapshotAt(4));
    session.receive(snapshotAt(0));
    assert.deepEqual(shown(session), { revision: 6, cursor: 8 });
    session.receive({ v: PROTOCOL_VERSION, kind: 'reset', session: A });
    session.receive(snapshotAt(4));
    assert.deepEqual(shown(session), { revision: 3, cursor: 4 });
  });

  it('[FC.4] keeps the plan on the screen while the store cannot be read', () => {
    const session = new PlanSession(() => undefined);
    session.receive(snapshotAt(4));
    const problem = { kind: 'unreadable', message: 'Locked.' } as const;
    session.receive({ ...snapshotAt(0), content: { state: 'unavailable', problem } });
    assert.deepEqual(shown(session), { revision: 3, cursor: 4 });
    assert.deepEqual(session.held.problem, problem);
    session.receive(snapshotAt(4));
    assert.equal(session.held.problem, undefined);
  });

  it('asks a store that cannot be read once for what it missed, not without end', () => {
    let asked = 0;
    const problem = { kind: 'unreadable', message: 'Locked.' } as const;
    const unavailable = { ...snapshotAt(0), content: { state: 'unavailable', problem } as const };
    const session = new PlanSession(() => {
      asked += 1;
      if (asked < 50) session.receive(unavailable);
    });
    session.receive(snapshotAt(2));
    session.receive(eventMessage(4, 5));
    assert.equal(asked, 1);
    session.receive(eventMessage(5, 6));
    assert.equal(asked, 2);
    session.receive(snapshotAt(6));
    assert.deepEqual(shown(session), { revision: 4, cursor: 6 });
    assert.equal(asked, 2);
  });

  it('ends at the newest committed revision, whatever is late, doubled or lost, and goes down only by a reset', () => {
    const version = fc.integer({ min: 0, max: 14 });
    const range = fc.tuple(version, version).filter(([after, cursor]) => after < cursor);
    /** What is said of one branch, in any order; a branch begins with the reset that announces it. */
    const messagesOf = (branch: number) =>
      fc.array(
        fc.oneof(
          version.map((at) => snapshotAt(at, A, branch)),
          range.map(([after, cursor]) => eventMessage(after, cursor, A, branch)),
          range.map(([after, cursor]) => eventMessage(after, cursor, 'session-b', branch)),
        ),
        { maxLength: 20 },
      );
    const branches = fc.tuple(messagesOf(0), messagesOf(1), messagesOf(2));
    fc.assert(
      fc.property(branches, fc.integer({ min: 1, max: 3 }), (all, count) => {
        const told = all.slice(0, count);
        const line = told.flatMap((messages): SessionMessage[] => [
          { v: PROTOCOL_VERSION, kind: 'reset', session: A },
          ...messages,
        ]);
        const committed = Math.max(0, ...(told.at(-1) ?? []).map(versionOf));
        const present = snapshotAt(committed, A, count - 1);
        // The host answers a call for a snapshot with the present; the answer waits its turn.
        const session = new PlanSession(() => line.push(present));
        line.push(present);
        let highest = 0;
        for (let next = line.shift(); next; next = line.shift()) {
          if (next.kind === 'reset') highest = 0;
          session.receive(next);
          const { revision } = shown(session);
          assert.ok(revision >= highest, `revision ${String(revision)} after ${String(highest)}`);
          highest = revision;
        }
        const { content } = session.held;
        const held = typeof content === 'string' ? { plan: null, revisions: [] } : content;
        assert.deepEqual(held.plan, planAt(committed, count - 1), 'the plan of the last branch');
        assert.deepEqual(
          held.revisions,
          toRevisionHeaders(eventsTo(committed, count - 1), null),
          'the list of revisions is that of the last branch, without a gap and nothing twice',
        );
      }),
      { numRuns: 500 },
    );
  });
});

function versionOf(message: SessionMessage): number {
  if (message.session !== A || message.kind === 'reset') return 0;
  if (message.kind === 'event') return Number(message.cursor);
  return message.content.state === 'plan' ? Number(message.content.view.cursor) : 0;
}
