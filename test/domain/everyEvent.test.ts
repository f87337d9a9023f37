import assert from 'node:assert/strict';
import { planEventBodySchema, type PlanEventBody } from '../../src/domain/planEvent';
import {
  planModeAtBoundary,
  planModeRecordSchema,
  planModeStateSchema,
  selectPlanMode,
  toPlanModeState,
} from '../../src/domain/planMode';
import { evolve, initialState } from '../../src/domain/planState';
import { assertStrict } from '../support/assertStrict';
import { planAt, step } from './planFixtures';
import { written } from './writtenEvents';

const { type, data } = written(2, [{ ...step('a'), status: 'pending' }]);
const RESULT = { isError: false, content: [{ type: 'text', text: 'Done.' }] } as const;

/** One of each kind, with everything that may be left out. */
const EVERY_KIND: readonly PlanEventBody[] = [
  {
    type: 'session_created',
    data: { coworker: 'chat', forked_from: { session: 's', revision: 1 } },
  },
  { type, data } as PlanEventBody,
  {
    type: 'tool_finished',
    data: { name: 'read_plan', call_id: 'c', result: { ...RESULT, content: [...RESULT.content] } },
  },
  { type: 'turn_started', data: {} },
  { type: 'turn_ended', data: { outcome: 'completed' } },
  { type: 'turn_ended', data: { outcome: 'cancelled' } },
  { type: 'plan/mode', data: { active: true } },
  { type: 'plan_reviewed', data: { revision: 1, outcome: 'approved', feedback: 'Go.' } },
  { type: 'plan_reviewed', data: { revision: 1, outcome: 'left' } },
  { type: 'plan_reviewed', data: { revision: 1, outcome: 'kept_planning' } },
  { type: 'session_adopted', data: { from: 's', revision: 0 } },
];

describe('events', () => {
  it('are read as they were written, and with nothing more or less', () => {
    const mayBeLeftOut = ['forked_from', 'feedback'];
    const takes = (event: object) => planEventBodySchema.safeParse(event).success;
    for (const event of EVERY_KIND) {
      assertStrict(planEventBodySchema, event, mayBeLeftOut);
      assert.ok(!takes({ ...event, type: 'other' }), event.type);
    }
    assert.ok(!takes({ type: 'plan_reviewed', data: { revision: 0, outcome: 'left' } }));
    assert.ok(!takes({ type: 'turn_ended', data: { outcome: 'failed' } }));
  });

  it('make the state of a session, each its own part', () => {
    const changed = (...events: (PlanEventBody & { turn_id?: string })[]) =>
      Object.entries(events.reduce(evolve, initialState)).filter(
        ([name, value]) => value !== initialState[name as keyof typeof initialState],
      );
    const begun = { type: 'turn_started', data: {}, turn_id: 't' } as const;
    const plan = planAt(3, [step('a')]);
    const update = { type: 'plan_updated', data: { ...data, plan } } as unknown as PlanEventBody;
    const review = (outcome: 'approved' | 'left', revision: number) =>
      ({ type: 'plan_reviewed', data: { revision, outcome } }) as const;
    assert.deepEqual(changed(update), [['plan', plan]]);
    assert.deepEqual(changed(begun), [['turn', 't']]);
    assert.deepEqual(changed({ type: 'turn_started', data: {} }), []);
    assert.deepEqual(changed(begun, { type: 'turn_ended', data: { outcome: 'completed' } }), []);
    assert.deepEqual(changed({ type: 'plan/mode', data: { active: true } }), [['planMode', true]]);
    assert.deepEqual(changed(review('approved', 2), review('left', 3)), [['approved', 2]]);
    for (const event of EVERY_KIND)
      if (['session_created', 'session_adopted', 'tool_finished'].includes(event.type))
        assert.equal(evolve(initialState, event), initialState);
  });
});

describe('plan mode as it is kept', () => {
  it('[PM.15] [PM.26] shows what waits for the next boundary only where it is another', () => {
    assert.equal(toPlanModeState(undefined), null);
    assert.deepEqual(toPlanModeState({ active: true }), { active: true });
    assert.deepEqual(toPlanModeState({ active: true, intent: true }), { active: true });
    const pending = { active: true, pending: false };
    assert.deepEqual(toPlanModeState({ active: true, intent: false }), pending);
    assert.ok(planModeStateSchema.safeParse(pending).success);
    assert.ok(!planModeStateSchema.safeParse({ active: true, pending: true }).success);
    assert.ok(planModeRecordSchema.safeParse({ active: true, intent: true }).success);
    assert.ok(!planModeRecordSchema.safeParse({ intent: true }).success);
  });

  it('is the same object where selecting changes nothing, and has no intent after a boundary', () => {
    for (const active of [true, false]) {
      const record = { active };
      assert.equal(selectPlanMode(record, active), record);
      const selected = selectPlanMode(record, !active);
      assert.deepEqual(selected, { active, intent: !active });
      assert.equal(selectPlanMode(selected, !active), selected);
      assert.deepEqual(selectPlanMode(selected, active), { active, intent: active });
      assert.deepEqual(planModeAtBoundary(selected), {
        record: { active: !active },
        switched: true,
      });
      assert.deepEqual(planModeAtBoundary(record), { record, switched: false });
      const taken = { active, intent: active };
      assert.deepEqual(planModeAtBoundary(taken), { record, switched: false });
    }
  });
});
