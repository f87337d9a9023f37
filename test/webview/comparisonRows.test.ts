import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { PlanDocument, PlanStep } from '../../src/domain/plan';
import { comparePlans, mergedSteps } from '../../webview/history/comparisonRows';
import { step } from './panelFixtures';

/** Also what no tool writes: an id twice, parents that are not there, circles. */
const damagedSteps = fc.array(
  fc.record(
    {
      id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'),
      description: fc.constantFrom('One', 'Two', 'Three'),
      status: fc.constantFrom('pending', 'in_progress', 'completed', 'cancelled', 'blocked'),
      parent_id: fc.constantFrom('a', 'b', 'c', 'x'),
      depends_on: fc.subarray(['a', 'b', 'x']),
    },
    { requiredKeys: ['id', 'description', 'status'] },
  ),
  { maxLength: 12 },
);

function plan(steps: readonly PlanStep[]): PlanDocument {
  return { revision: 1, turn_id: 't', call_id: 'c', explanation: '', steps: [...steps] };
}

/** No object of the one plan is one of the other, as in documents that were sent. */
function copied(steps: readonly PlanStep[]): PlanStep[] {
  return structuredClone([...steps]);
}

function marks(before: readonly PlanStep[], after: readonly PlanStep[]): string[] {
  return comparePlans(plan(before), plan(copied(after))).rows.map(
    ({ step: { id }, mark, level }) => `${'.'.repeat(level - 1)}${id} ${mark}`,
  );
}

describe('the rows of a comparison', () => {
  it('has what was removed in its old place, and what was added in its new one', () => {
    const before = [step('a', 'A'), step('b', 'B'), step('c', 'C')];
    const after = [step('a', 'A'), step('c', 'C'), step('d', 'D')];
    assert.deepEqual(marks(before, after), ['a same', 'b removed', 'c same', 'd added']);
  });

  it('keeps removed subtasks under their parent, whether that is still there or not', () => {
    const before = [
      step('a', 'A'),
      step('b', 'B', { parent_id: 'a' }),
      step('c', 'C'),
      step('d', 'D', { parent_id: 'c' }),
    ];
    assert.deepEqual(marks(before, [step('a', 'A')]), [
      'a same',
      '.b removed',
      'c removed',
      '.d removed',
    ]);
  });

  it('takes a step with another text for the same one, however many there are', () => {
    const before = Array.from({ length: 32 }, (_, n) => step(`s${String(n)}`, `Old ${String(n)}`));
    const after = before.map((each, n) => (n % 2 === 0 ? each : { ...each, description: 'New' }));
    const { diff, rows } = comparePlans(plan(before), plan(copied(after)));
    assert.deepEqual([diff.added.length, diff.removed.length], [0, 0]);
    assert.equal(rows.filter(({ change }) => change?.renamed).length, 16);
    assert.equal(rows.filter(({ mark }) => mark === 'same').length, 16);
  });

  it('folds subtasks away, removed ones too', () => {
    const before = [step('a', 'A'), step('b', 'B', { parent_id: 'a' })];
    const { rows } = comparePlans(plan(before), plan([step('a', 'A')]), new Set(['a']));
    assert.deepEqual(
      rows.map(({ step: { id }, expanded }) => [id, expanded]),
      [['a', false]],
    );
  });

  it('has every step of both plans exactly once, and those of the plan after in their order', () => {
    fc.assert(
      fc.property(damagedSteps, damagedSteps, (before, after) => {
        const now = copied(after);
        const merged = mergedSteps(before, now);
        const inAfter = new Set(now);
        assert.deepEqual(
          merged.filter((each) => inAfter.has(each)),
          now,
        );
        const { diff, rows } = comparePlans(plan(before), plan(now));
        const isRemoved = new Set(diff.removed);
        assert.deepEqual(
          merged.filter((each) => !inAfter.has(each)),
          merged.filter((each) => isRemoved.has(each)),
        );
        assert.equal(merged.length, now.length + diff.removed.length);
        // The tree leaves out none of them and has none twice.
        assert.equal(new Set(rows.map(({ key }) => key)).size, rows.length);
        assert.deepEqual(new Set(rows.map((row) => row.step)), new Set(merged));
        assert.equal(rows.length, merged.length);
        for (const { step: shown, mark } of rows) {
          assert.equal(mark === 'removed', isRemoved.has(shown));
          assert.equal(mark === 'added', diff.added.includes(shown));
        }
      }),
      { numRuns: 500 },
    );
  });

  it('has each removed step directly behind what it stood behind, or other removed ones of there', () => {
    const unique = damagedSteps.map((steps) =>
      steps.filter(({ id }, at) => steps.findIndex((each) => each.id === id) === at),
    );
    fc.assert(
      fc.property(unique, unique, (before, after) => {
        const now = copied(after);
        const merged = mergedSteps(before, now).map(({ id }) => id);
        const kept = new Set(now.map(({ id }) => id));
        before.forEach(({ id }, at) => {
          if (kept.has(id)) return;
          const place = merged.indexOf(id);
          const predecessor = before[at - 1]?.id;
          assert.equal(merged[place - 1], predecessor);
        });
      }),
      { numRuns: 500 },
    );
  });

  it('marks nothing between equal plans', () => {
    fc.assert(
      fc.property(damagedSteps, (steps) => {
        const { diff, rows } = comparePlans(plan(steps), plan(copied(steps)));
        assert.deepEqual(
          rows.filter(({ mark }) => mark !== 'same'),
          [],
        );
        assert.deepEqual([diff.added, diff.removed, diff.changed], [[], [], []]);
      }),
    );
  });

  it('comes to an end soon with a thousand damaged steps, nested as deep as they can be', () => {
    const deep = Array.from({ length: 1_000 }, (_, n) =>
      step(`s${String(n % 900)}`, `Step ${String(n)}`, { parent_id: `s${String(n - 1)}` }),
    );
    const others = deep.map((each) => ({ ...each, id: `other-${each.id}` }));
    const started = performance.now();
    assert.equal(comparePlans(plan(deep), plan(others)).rows.length, 2_000);
    assert.equal(comparePlans(plan(deep), plan([...copied(deep)].reverse())).rows.length, 1_000);
    const took = performance.now() - started;
    assert.ok(took < 5_000, `${String(took)} ms`);
  });
});
