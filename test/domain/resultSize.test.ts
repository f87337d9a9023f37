import assert from 'node:assert/strict';
import type { PlanDocument, PlanStep, StepStatus } from '../../src/domain/plan';
import type { PlanCommand } from '../../src/domain/planCommand';
import { fitSteps } from '../../src/domain/resultRoom';
import { planningMode } from '../../src/domain/toolset';
import { MAX_RESULT_TEXT, resultText } from '../../src/domain/toolResult';
import { call, decided, planAt, PLAIN, step, SUBTASKS, update } from './planFixtures';

const STRICT = planningMode({ planning: true, subtasks: true, single_in_progress: 'strict' });
const TEXTS = [
  'x'.repeat(240),
  'é'.repeat(120),
  '漢'.repeat(80),
  '👩‍👩‍👧‍👦'.repeat(9),
  'e\u0301'.repeat(80),
  '\u202e'.repeat(80),
];
const id = (at: number) => `${at}`.padStart(64, '~');

/** 32 steps, each below the one before it and waiting for all before it, with the widest ids and texts. */
function worst(
  description: string,
  statusAt: (at: number) => StepStatus,
  count = 32,
): PlanDocument {
  const steps = Array.from({ length: count }, (_, at): PlanStep => ({
    id: id(at),
    description,
    status: statusAt(at),
    active_form: description,
    ...(at > 0 && {
      parent_id: id(at - 1),
      depends_on: Array.from({ length: at }, (_, earlier) => id(earlier)),
    }),
  }));
  return planAt(Number.MAX_SAFE_INTEGER - 1, steps, 'e'.repeat(500));
}

const SHAPES: readonly ((at: number) => StepStatus)[] = [
  (at) => (at === 0 ? 'in_progress' : 'blocked'),
  () => 'in_progress',
  () => 'blocked',
  () => 'cancelled',
  () => 'completed',
];

/** Accepted and refused calls of every tool about such a plan. */
function commandsFor(plan: PlanDocument, text: string): PlanCommand[] {
  const { steps, revision } = plan;
  const all = (status: StepStatus) =>
    call('update_task_statuses', { updates: steps.map((step) => ({ task_id: step.id, status })) });
  const items = steps.map(({ description, ...step }) => ({ ...step, content: description }));
  const listed = (status: 'pending' | 'completed', from = steps) =>
    update(
      revision,
      from.map((step) => ({ id: step.id, description: step.description, status })),
    );
  return [
    update(3, []),
    listed('pending'),
    listed('completed'),
    update(revision, []),
    listed(
      'pending',
      steps.map((step, at) => ({ ...step, id: `n${at}`.padStart(64, '~') })),
    ),
    update(
      revision,
      steps.map((step, at) => ({
        id: step.id,
        description: text,
        status: at === 31 ? 'in_progress' : 'pending',
      })),
    ),
    call('read_plan', {}),
    call('read_plan', { hierarchical: true }),
    call('get_available_tasks', {}),
    call('write_plan', { items }),
    call('write_plan', { items: [] }),
    call('write_plan', { items: items.map(({ content }) => ({ content, status: 'in_progress' })) }),
    call('add_task', { content: text, active_form: text }),
    call('add_subtask', { parent_id: id(0), content: text }),
    ...(['pending', 'in_progress', 'completed', 'cancelled', 'blocked'] as const).flatMap(
      (status) => [
        all(status),
        call('update_task_status', { task_id: id(0), status }),
        call('update_task_status', { task_id: id(31), status }),
      ],
    ),
    call('remove_task', { task_id: id(0) }),
    call('remove_task', { task_id: id(31) }),
    call('set_dependency', { task_id: id(0), depends_on_id: id(31) }),
    call('set_dependency', { task_id: id(31), depends_on_id: id(0) }),
    call('set_dependency', { task_id: id(31), depends_on_id: id(31) }),
  ];
}

function answer(plan: PlanDocument | null, command: PlanCommand, mode = SUBTASKS): string {
  const removedIn = new Map([['\ud800', Number.MAX_SAFE_INTEGER]]);
  const text = resultText(decided(plan, command, { mode, removedIn }).result);
  assert.ok(text.length < MAX_RESULT_TEXT, `${command.name}: ${text.length} characters`);
  return text;
}

describe('the size of every answer', () => {
  for (const [at, text] of TEXTS.entries()) {
    it(`[FC.53] is under the bound for the worst plans of text ${at + 1}, for every tool and mode`, () => {
      for (const shape of SHAPES) {
        for (const count of [31, 32]) {
          const plan = worst(text, shape, count);
          for (const command of commandsFor(plan, text)) {
            for (const mode of [PLAIN, SUBTASKS, STRICT]) answer(plan, command, mode);
          }
        }
      }
    });
  }

  it('[FC.53] leaves every id and status of the worst plan whole where a list is answered', () => {
    for (const text of TEXTS) {
      for (const shape of SHAPES) {
        const plan = worst(text, shape);
        const lists = [
          call('read_plan', {}),
          call('read_plan', { hierarchical: true }),
          update(3, []),
          update(
            plan.revision,
            plan.steps.map((step) => ({ id: step.id, description: text, status: 'completed' })),
          ),
          call('update_task_statuses', {
            updates: plan.steps.map(({ id: task_id }) => ({ task_id, status: 'pending' })),
          }),
        ];
        for (const command of lists) {
          const told = answer(plan, command);
          for (const step of plan.steps)
            assert.ok(told.includes(step.id), `${command.name}: ${step.id}\n${told}`);
        }
      }
    }
  });

  it('[FC.53] names each cancelled and blocked step that a new list drops, also when 32 take their place', () => {
    for (const text of TEXTS) {
      for (const status of ['cancelled', 'blocked'] as const) {
        const plan = worst(text, () => status);
        const steps = plan.steps.map((_, at) => ({
          id: `n${at}`.padStart(64, '~'),
          description: text,
          status: 'completed' as const,
        }));
        const told = answer(plan, update(plan.revision, steps));
        for (const step of [...plan.steps, ...steps]) assert.ok(told.includes(step.id), step.id);
      }
    }
  });

  it('[FC.53] is under the bound for huge inputs', () => {
    const half = '\ud800';
    const huge = half.repeat(2_000);
    const updates = (task_id: string) =>
      Array.from({ length: 10_000 }, () => ({ task_id, status: 'in_progress' as const }));
    const items = (fields: object) =>
      Array.from({ length: 10_000 }, () => ({ content: huge, ...fields }));
    const numbered = Array.from({ length: 10_000 }, (_, at) => ({
      id: `${at}~${huge}`,
      content: huge,
    }));
    const plan = worst('x'.repeat(240), SHAPES[0] ?? (() => 'pending'));
    for (const mode of [PLAIN, SUBTASKS, STRICT]) {
      for (const command of [
        call('update_task_statuses', { updates: updates(id(0)) }),
        call('update_task_statuses', { updates: updates(id(31)) }),
        call('update_task_statuses', { updates: updates(huge) }),
        call('update_task_statuses', { updates: updates(half) }),
        call('update_task_status', { task_id: huge, status: 'pending' }),
        call('update_task_status', { task_id: half, status: 'pending' }),
        call('remove_task', { task_id: huge }),
        call('add_subtask', { parent_id: huge, content: huge }),
        call('add_subtask', { parent_id: id(0), content: huge, active_form: huge }),
        call('set_dependency', { task_id: huge, depends_on_id: huge }),
        call('set_dependency', { task_id: id(0), depends_on_id: huge }),
        call('add_task', { content: huge, active_form: huge }),
        call('write_plan', { items: items({}) }),
        call('write_plan', { items: items({ id: huge }) }),
        call('write_plan', { items: items({ status: 'in_progress' }) }),
        call('write_plan', { items: numbered }),
        call('write_plan', { items: [...numbered, ...numbered] }),
        call('write_plan', {
          items: numbered.map(({ id: own }, at) => ({
            id: own,
            content: 'x',
            depends_on: [numbered[(at + 1) % 10_000]?.id ?? ''],
          })),
        }),
        call('write_plan', {
          items: numbered.map(({ id: own }) => ({
            id: own,
            content: 'x',
            depends_on: [huge],
            parent_id: huge,
          })),
        }),
        update(
          plan.revision,
          updates(id(31)).map(({ task_id, status }) => ({
            id: task_id,
            description: huge,
            status,
          })),
        ),
      ]) {
        answer(plan, command, mode);
      }
    }
  });

  it('is cut at a line where even ids leave no room, as damaged ones can, and says so', () => {
    const ids = Array.from({ length: 32 }, (_, at) => `${at}`.repeat(5_000));
    const text = fitSteps((cut) => ids.map((each) => cut(step(each)).id).join('\n'));
    const [last = '', ...lines] = text.split('\n').reverse();
    assert.match(last, /^\(Some of it is shortened/);
    assert.ok(text.length <= MAX_RESULT_TEXT && lines.length > 0);
    assert.deepEqual(lines.reverse(), ids.slice(0, lines.length));
  });

  it('looks at the first 256 of a list that is far too long, and counts what it found there', () => {
    const plan = worst('x'.repeat(240), SHAPES[0] ?? (() => 'pending'));
    const ids = Array.from({ length: 10_000 }, (_, at) => `bad id ${at}`);
    const items = ids.map((each) => ({ id: each, content: 'x' }));
    const updates = ids.map((task_id) => ({ task_id, status: 'pending' as const }));
    const steps = ids.map((each) => step(each));
    for (const [command, more] of [
      [update(plan.revision, steps), 237],
      [call('write_plan', { items: [...items, ...items] }), 236],
      [call('update_task_statuses', { updates }), 236],
    ] as const) {
      assert.match(answer(plan, command, SUBTASKS), new RegExp(`and ${more} more$`));
    }
  });
});
