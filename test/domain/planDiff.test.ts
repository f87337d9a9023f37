import assert from 'node:assert/strict';
import fc from 'fast-check';
import { changeSummary } from '../../src/domain/changeSummary';
import type { PlanStep, StepStatus } from '../../src/domain/plan';
import { planDiff } from '../../src/domain/planDiff';
import { planAt } from './planFixtures';

const step = (id: string, more: Partial<PlanStep> = {}): PlanStep => ({
  id,
  description: `Do ${id}`,
  status: 'pending',
  ...more,
});

function diffOf(before: readonly PlanStep[] | null, after: readonly PlanStep[]) {
  return planDiff(before && planAt(1, before), planAt(2, after));
}

function summaryOf(before: readonly PlanStep[] | null, after: readonly PlanStep[]): string {
  return changeSummary(diffOf(before, after))
    .map(({ kind, count }) => `${String(count)} ${kind}`)
    .join(', ');
}

describe('planDiff', () => {
  it('takes the first plan as added steps', () => {
    assert.equal(summaryOf(null, [step('a'), step('b')]), '2 added');
  });

  it('matches steps by id: the same words under another id are another step', () => {
    const diff = diffOf([step('a')], [step('b', { description: 'Do a' })]);
    assert.deepEqual([diff.added.length, diff.removed.length, diff.changed.length], [1, 1, 0]);
  });

  it('says what happened to a step that stayed', () => {
    const [changed] = diffOf(
      [step('a', { status: 'in_progress' })],
      [step('a', { description: 'Done with a', status: 'completed' })],
    ).changed;
    assert.equal(changed?.renamed, true);
    assert.equal(changed.status, 'done');
    assert.equal(changed.moved, false);
  });

  const moves: readonly (readonly [StepStatus, StepStatus, string])[] = [
    ['pending', 'in_progress', 'started'],
    ['blocked', 'in_progress', 'started'],
    ['pending', 'completed', 'done'],
    ['cancelled', 'completed', 'done'],
    ['in_progress', 'cancelled', 'cancelled'],
    ['pending', 'blocked', 'blocked'],
    ['blocked', 'pending', 'unblocked'],
    ['in_progress', 'pending', 'paused'],
    ['completed', 'in_progress', 'reopened'],
    ['cancelled', 'pending', 'reopened'],
    ['completed', 'blocked', 'reopened'],
  ];
  for (const [before, after, word] of moves) {
    it(`calls a move from ${before} to ${after} ${word}`, () => {
      assert.equal(
        summaryOf([step('a', { status: before })], [step('a', { status: after })]),
        `1 ${word}`,
      );
    });
  }

  it('counts the fewest moved steps: one carried to the front is one move', () => {
    const before = [step('a'), step('b'), step('c'), step('d')];
    const after = [step('d'), step('a'), step('b'), step('c')];
    const moved = diffOf(before, after).changed.filter((change) => change.moved);
    assert.deepEqual(
      moved.map((change) => change.after.id),
      ['d'],
    );
  });

  it('does not take steps for moved because others came or went', () => {
    const diff = diffOf([step('a'), step('b'), step('c')], [step('x'), step('a'), step('c')]);
    assert.deepEqual(diff.changed, []);
  });

  it('tells an edited active form, another parent and other prerequisites apart', () => {
    const before = [step('a', { depends_on: ['b', 'c'] }), step('b'), step('c'), step('d')];
    const after = (more: Partial<PlanStep>) => [
      { ...before[0], ...more } as PlanStep,
      ...before.slice(1),
    ];
    assert.equal(summaryOf(before, after({ active_form: 'Doing' })), '1 edited');
    assert.equal(summaryOf(before, after({ parent_id: 'b' })), '1 moved');
    assert.equal(summaryOf(before, after({ depends_on: ['b'] })), '1 linked');
    assert.equal(summaryOf(before, after({ depends_on: ['d', 'b'] })), '2 linked');
    assert.equal(summaryOf(before, after({ depends_on: ['c', 'b'] })), '', 'the same links');
  });

  it('matches the first with the first where damaged data has an id twice', () => {
    const twice = [step('a'), step('a', { description: 'Again' })];
    assert.equal(summaryOf(twice, twice), '');
    assert.equal(summaryOf(twice, [step('a')]), '1 removed');
    assert.deepEqual(diffOf(twice, [step('a')]).removed, [twice[1]]);
    assert.equal(summaryOf([step('a')], twice), '1 added');
  });

  it('names small print only where nothing else happened', () => {
    const before = [step('a'), step('b')];
    assert.equal(summaryOf(before, [step('b'), step('a')]), '1 moved');
    assert.equal(summaryOf(before, [step('b', { status: 'completed' }), step('a')]), '1 done');
    const explained = planDiff(planAt(1, before), planAt(2, before, 'Because'));
    assert.deepEqual(changeSummary(explained), [{ kind: 'explained', count: 1 }]);
  });

  it('calls an emptied plan cleared, and an equal one unchanged', () => {
    assert.equal(summaryOf([step('a'), step('b')], []), '2 cleared');
    assert.equal(summaryOf([step('a')], [step('a')]), '');
    assert.equal(summaryOf([], []), '');
  });

  it('accounts for every step of both plans, whatever they are', () => {
    const steps = fc.uniqueArray(
      fc.record({
        id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
        description: fc.constantFrom('One', 'Two'),
        status: fc.constantFrom<StepStatus>('pending', 'in_progress', 'completed', 'blocked'),
      }),
      { selector: ({ id }) => id },
    );
    fc.assert(
      fc.property(steps, steps, (before, after) => {
        const diff = diffOf(before, after);
        assert.equal(before.length - diff.removed.length + diff.added.length, after.length);
        const touched = new Set(diff.changed.map((change) => change.after.id));
        for (const kept of after.filter(({ id }) => before.some((old) => old.id === id))) {
          if (!touched.has(kept.id)) assert.ok(before.some((old) => sameStep(old, kept)));
        }
        // Without the moved ones, the steps that stayed are in one order on both sides.
        const moved = new Set(diff.changed.filter((c) => c.moved).map((c) => c.after.id));
        const stayed = (list: readonly PlanStep[], other: readonly PlanStep[]) =>
          list
            .map(({ id }) => id)
            .filter((id) => !moved.has(id) && other.some((step) => step.id === id));
        assert.deepEqual(stayed(before, after), stayed(after, before));
      }),
    );
  });
});

describe('planDiff of damaged data', () => {
  it('matches the first of an id with the first, the second with the second', () => {
    const twice = [step('a'), step('a', { description: 'Again' })];
    const { added, removed, changed } = diffOf(twice, [
      step('a'),
      step('a', { description: 'Otherwise' }),
      step('a', { description: 'A third time' }),
    ]);
    assert.deepEqual(
      added.map(({ description }) => description),
      ['A third time'],
    );
    assert.deepEqual(removed, []);
    assert.deepEqual(
      changed.map(({ before, after }) => [before.description, after.description]),
      [['Again', 'Otherwise']],
    );
  });
});

describe('changeSummary', () => {
  it('counts what has another text, and another explanation only where nothing else happened', () => {
    const renamed = [step('a', { description: 'Otherwise' }), step('b')];
    assert.equal(summaryOf([step('a'), step('b')], renamed), '1 renamed');
    const [before, after] = [planAt(1, [step('a')], 'Why'), planAt(2, [step('a')], 'Because')];
    assert.deepEqual(changeSummary(planDiff(before, after)), [{ kind: 'explained', count: 1 }]);
    assert.deepEqual(changeSummary(planDiff(before, { ...after, explanation: 'Why' })), []);
    const other = planAt(2, [step('a', { status: 'completed' })], 'Because');
    assert.deepEqual(changeSummary(planDiff(before, other)), [{ kind: 'done', count: 1 }]);
    assert.equal(planDiff(null, planAt(1, [])).explanationChanged, false);
    assert.equal(planDiff(planAt(1, []), null).explanationChanged, false);
    assert.equal(planDiff(before, null).explanationChanged, true);
  });
});

function sameStep(left: PlanStep, right: PlanStep): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}
