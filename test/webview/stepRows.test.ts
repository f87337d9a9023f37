import assert from 'node:assert/strict';
import type { PlanStep } from '../../src/domain/plan';
import { stepRows } from '../../webview/plan/stepRows';

const step = (id: string, more: Partial<PlanStep> = {}): PlanStep => ({
  id,
  description: id,
  status: 'pending',
  ...more,
});

function outline(steps: readonly PlanStep[], collapsed: string[] = []): string[] {
  return stepRows(steps, new Set(collapsed)).map(
    ({ step, level, position, setSize }) =>
      `${'-'.repeat(level)}${step.id} ${String(position)}/${String(setSize)}`,
  );
}

const FAMILY = [
  step('a'),
  step('b'),
  step('b2', { parent_id: 'b' }),
  step('a1', { parent_id: 'a' }),
  step('a1x', { parent_id: 'a1' }),
  step('a2', { parent_id: 'a' }),
];

describe('stepRows', () => {
  it("puts subtasks under their parent and says each one's place", () => {
    assert.deepEqual(outline(FAMILY), [
      '-a 1/2',
      '--a1 1/2',
      '---a1x 1/1',
      '--a2 2/2',
      '-b 2/2',
      '--b2 1/1',
    ]);
  });

  it('leaves out what is folded away', () => {
    assert.deepEqual(outline(FAMILY, ['a']), ['-a 1/2', '-b 2/2', '--b2 1/1']);
  });

  it('shows every step once, whatever the links say', () => {
    const broken = [
      step('orphan', { parent_id: 'gone' }),
      step('own', { parent_id: 'own' }),
      step('x', { parent_id: 'y' }),
      step('y', { parent_id: 'x' }),
      step('under-x', { parent_id: 'x' }),
      step('twice'),
      step('twice'),
      step('child', { parent_id: 'twice' }),
    ];
    const rows = stepRows(broken, new Set());
    assert.deepEqual(rows.map((row) => row.step.id).sort(), broken.map(({ id }) => id).sort());
    assert.equal(new Set(rows.map((row) => row.key)).size, rows.length, 'keys are unique');
  });

  it('names the unfinished prerequisites', () => {
    const [, , , waiting] = stepRows(
      [
        step('a', { status: 'completed' }),
        step('b', { status: 'cancelled' }),
        step('c'),
        step('d', { status: 'blocked', depends_on: ['c', 'a', 'b', 'gone'] }),
      ],
      new Set(),
    );
    assert.deepEqual(
      waiting?.waitsFor.map(({ id }) => id),
      ['c'],
    );
  });
});
