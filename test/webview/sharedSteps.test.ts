import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { PlanDocument, PlanStep } from '../../src/domain/plan';
import { stepRows } from '../../webview/plan/stepRows';
import { withSharedSteps } from '../../webview/sharedSteps';
import { PlanSession } from '../../webview/planSession';
import type { PlanView } from '../../src/protocol/planView';
import { PROTOCOL_VERSION } from '../../src/protocol/webviewMessages';
import { eventMessage, eventsOf, step, viewOf } from './panelFixtures';

function plan(revision: number, steps: readonly PlanStep[]): PlanDocument {
  const copy = structuredClone(steps) as PlanStep[];
  return { revision, turn_id: 't', call_id: 'c', explanation: '', steps: copy };
}

const STEPS = [
  step('a', 'Alpha'),
  step('b', 'Beta', { status: 'blocked', depends_on: ['a'] }),
  step('c', 'Gamma', { parent_id: 'b', active_form: 'Doing gamma' }),
];

describe('withSharedSteps', () => {
  it('keeps the objects of steps that are as they were, and only those', () => {
    const before = plan(1, STEPS);
    const [a = step('', ''), b, c] = STEPS;
    const changed = { ...a, status: 'completed' as const };
    const after = withSharedSteps(
      plan(
        2,
        [c, changed, b].flatMap((each) => each ?? []),
      ),
      before,
    );
    assert.equal(after.revision, 2);
    assert.deepEqual(after.steps, [c, changed, b]);
    assert.equal(after.steps[0], before.steps[2]);
    assert.notEqual(after.steps[1], before.steps[0]);
    assert.equal(after.steps[2], before.steps[1]);
  });

  it('is what becomes of the plan with every message about it', () => {
    const session = new PlanSession(() => undefined);
    const events = eventsOf([STEPS, [step('z', 'New'), ...STEPS]]);
    const [first, second] = [events.slice(0, 1), events].map((told) => viewOf(told));
    assert.ok(first && second);
    const held = (): readonly PlanStep[] => {
      const { content } = session.held;
      return typeof content === 'string' ? [] : (content.plan?.steps ?? []);
    };
    const about = { v: PROTOCOL_VERSION, session: first.session } as const;
    const show = (view: PlanView): void => {
      const content = { state: 'plan', view: structuredClone(view) } as const;
      session.receive({ ...about, kind: 'snapshot', content });
    };
    show(first);
    const before = held();
    session.receive({ ...about, ...structuredClone(eventMessage(first, second)) });
    assert.ok(before.length === 3 && before.every((each, index) => each === held()[index + 1]));
    show(second);
    assert.ok(before.every((each, index) => each === held()[index + 1]));
  });

  it('makes rows stay the same objects, but where place or prerequisites became others', () => {
    const before = plan(1, STEPS);
    const rows = stepRows(before.steps, new Set());
    const same = withSharedSteps(plan(2, STEPS), before);
    const again = stepRows(same.steps, new Set(), rows);
    assert.ok(again.every((row, index) => row === rows[index]));
    const [, ...others] = STEPS;
    const done = withSharedSteps(
      plan(3, [step('a', 'Alpha', { status: 'completed' }), ...others]),
      before,
    );
    const [first, second, third] = stepRows(done.steps, new Set(), rows);
    assert.deepEqual(
      [first === rows[0], second === rows[1], third === rows[2]],
      [false, false, true],
    );
    assert.deepEqual(second?.waitsFor, []);
    const folded = stepRows(same.steps, new Set(['b']), rows);
    assert.deepEqual(
      [folded.length, folded[0] === rows[0], folded[1] === rows[1]],
      [2, true, false],
    );
  });

  it('makes the same rows as without a plan before, whatever changed', () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const anyId = fc.constantFrom(...ids);
    const anyStep = (id: string): fc.Arbitrary<PlanStep> =>
      fc.record(
        {
          id: fc.constant(id),
          description: fc.constantFrom('One', 'Two'),
          status: fc.constantFrom('pending', 'completed', 'blocked'),
          parent_id: anyId,
          depends_on: fc.uniqueArray(anyId, { minLength: 1, maxLength: 3 }),
        },
        { requiredKeys: ['id', 'description', 'status'], noNullPrototype: true },
      );
    const anySteps = fc
      .shuffledSubarray(ids)
      .chain((some) => fc.tuple(...some.map(anyStep)))
      .map((steps) => [...steps]);
    const folds = fc.subarray(ids).map((some) => new Set(some));
    fc.assert(
      fc.property(anySteps, anySteps, folds, folds, (first, second, folded, then) => {
        const before = plan(1, first);
        const after = withSharedSteps(plan(2, second), before);
        assert.deepEqual(after.steps, second);
        const rows = stepRows(before.steps, folded);
        assert.deepEqual(stepRows(after.steps, then, rows), stepRows(second, then));
      }),
      { numRuns: 1_000 },
    );
  });
});
