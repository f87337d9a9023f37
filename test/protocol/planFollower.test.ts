import assert from 'node:assert/strict';
import type { PlanEvent } from '../../src/domain/planEvent';
import {
  follow,
  NOTHING_FOLLOWED,
  type Followed,
  type FollowedMessage,
  type HeldPlan,
} from '../../src/protocol/planFollower';
import { updatePlanEvent } from './revisionFixtures';

const at = '2026-01-02T03:04:05.000Z';

/** Revision n is event n; the step's text may differ to tell two writers of one revision apart. */
function written(revision: number, description = `Do ${revision}`): PlanEvent {
  return updatePlanEvent(revision, { steps: [{ id: 'a', description, status: 'pending' }] });
}

function held(cursor: number, revision = cursor, description?: string): HeldPlan {
  const event = revision === 0 ? undefined : written(revision, description);
  return { cursor, plan: event?.type === 'plan_updated' ? event.data.plan : null };
}

const snapshot = (...given: Parameters<typeof held>): FollowedMessage => ({
  kind: 'snapshot',
  held: held(...given),
});
const event = (given: PlanEvent): FollowedMessage => ({ kind: 'event', event: given });

function after(...messages: FollowedMessage[]): Followed {
  return messages.reduce(follow, NOTHING_FOLLOWED);
}

describe('a client that follows a session', () => {
  it('[DP.68] takes a snapshot at its cursor, and then only later events', () => {
    const start = after(snapshot(3));
    assert.deepEqual(start, { held: held(3), heard: 3 });
    for (const sequence of [1, 2, 3]) {
      assert.deepEqual(follow(start, event(written(sequence, 'Other'))), start);
    }
    assert.deepEqual(follow(start, event(written(4))), { held: held(4), heard: 4 });
  });

  it('[DP.68] keeps what it has when a snapshot is no later one', () => {
    const start = after(snapshot(3), event(written(4)));
    for (const cursor of [0, 2, 3, 4]) {
      assert.deepEqual(follow(start, snapshot(cursor)), start);
    }
    assert.deepEqual(follow(start, snapshot(6)), { held: held(6), heard: 6 });
  });

  it('[DP.69] never puts an older or a replayed plan in the place of the one that it holds', () => {
    const start = after(snapshot(3));
    for (const revision of [0, 2, 3]) {
      const given = snapshot(7, revision, 'Other');
      assert.deepEqual(follow(start, given), { held: { ...held(3), cursor: 7 }, heard: 7 });
      if (revision === 0) continue;
      const late = event({ ...written(revision, 'Other'), sequence: 4 });
      assert.deepEqual(follow(start, late), { held: { ...held(3), cursor: 4 }, heard: 4 });
    }
  });

  it('goes on past events that are not about the plan', () => {
    const start = after(snapshot(0, 0));
    const turn: PlanEvent = { type: 'turn_started', data: {}, turn_id: 't', at, sequence: 1 };
    assert.deepEqual(follow(start, event(turn)), { held: { cursor: 1, plan: null }, heard: 1 });
  });

  it('[DP.63] asks to read on from its last cursor when events are missing, until none is', () => {
    const start = after(snapshot(3));
    let now = follow(start, event(written(6)));
    assert.deepEqual(now, { held: held(3), heard: 6, readAfter: 3 });
    now = follow(now, event(written(4)));
    assert.deepEqual(now, { held: held(4), heard: 6, readAfter: 4 });
    // A duplicate meanwhile is nothing new, and the gap is still there.
    assert.deepEqual(follow(now, event(written(6))), now);
    now = follow(follow(now, event(written(5))), event(written(6)));
    assert.deepEqual(now, { held: held(6), heard: 6 });
  });

  it('[DP.63] knows after its first snapshot of the events that came before it', () => {
    const early = after(event(written(5)));
    assert.deepEqual(early, { held: undefined, heard: 5 });
    assert.deepEqual(follow(early, snapshot(3)), { held: held(3), heard: 5, readAfter: 3 });
    assert.deepEqual(follow(early, snapshot(5)), { held: held(5), heard: 5 });
  });

  it('forgets everything at a reset, and takes lower numbers from then on', () => {
    const start = after(snapshot(9), { kind: 'reset', held: held(2) });
    assert.deepEqual(start, { held: held(2), heard: 2 });
    assert.deepEqual(follow(start, event(written(3))), { held: held(3), heard: 3 });
  });

  it('changes none of what it is given', () => {
    const start = Object.freeze(after(snapshot(3)));
    const message = event(written(4));
    const before = structuredClone({ start, message });
    follow(start, message);
    assert.deepEqual({ start, message }, before);
  });
});
