import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { PlanDocument, PlanStep } from '../../src/domain/plan';
import { stepEvents, toStepItem, type StepEvent, type StepItem } from '../../src/domain/stepEvents';
import { anyGraph } from './planArbitraries';
import { call, given, planAt, statuses, stored, SUBTASKS } from './planFixtures';

const between = (before: readonly PlanStep[] | null, after: readonly PlanStep[] | null) =>
  stepEvents(before && planAt(1, before), after && planAt(2, after));

/** `updated b (blocked->pending)`: kind, id, and the statuses of the two states where they differ. */
function told(events: readonly StepEvent[]): string[] {
  return events.map(({ kind, item, previous_state }) => {
    const moved =
      previous_state && previous_state.status !== item.status
        ? ` (${previous_state.status}->${item.status})`
        : '';
    return `${kind.replace('planning.', '')} ${item.id}${moved}`;
  });
}

function eventsOf(
  before: PlanDocument | null,
  command: Parameters<ReturnType<typeof given>['when']>[0],
) {
  const next = given(before, { mode: SUBTASKS }).when(command).then({});
  return { next, events: stepEvents(before, next) };
}

describe('typed step events', () => {
  it('[PT.79][PT.84] a new step is created, with the whole item and nothing before it', () => {
    const step = stored('a', { active_form: 'Doing a', parent_id: 'p', depends_on: ['x'] });
    assert.deepEqual(between(null, [step]), [
      {
        kind: 'planning.created',
        item: {
          id: 'a',
          content: 'Do a',
          status: 'pending',
          active_form: 'Doing a',
          parent_id: 'p',
          depends_on: ['x'],
        },
        previous_state: null,
      },
    ]);
    assert.deepEqual(between([], [stored('a')])[0]?.item, {
      id: 'a',
      content: 'Do a',
      status: 'pending',
      active_form: '',
      parent_id: null,
      depends_on: [],
    });
  });

  it('[PT.80][PT.85] a step that differs in any field is updated, and carries what it was', () => {
    const before = stored('a');
    for (const change of [
      { description: 'Other' },
      { active_form: 'Doing' },
      { parent_id: 'b' },
      { depends_on: ['b'] },
    ]) {
      const after = stored('a', change);
      assert.deepEqual(between([before, stored('b')], [after, stored('b')]), [
        { kind: 'planning.updated', item: toStepItem(after), previous_state: toStepItem(before) },
      ]);
    }
    const order = between(
      [stored('a', { depends_on: ['b', 'c'] })],
      [stored('a', { depends_on: ['c', 'b'] })],
    );
    assert.deepEqual(told(order), ['updated a']);
  });

  it('[PT.81][PT.85] a moved status is told after the update, both with what it was', () => {
    const events = between([stored('a')], [stored('a', { status: 'in_progress' })]);
    assert.deepEqual(told(events), [
      'updated a (pending->in_progress)',
      'status_changed a (pending->in_progress)',
    ]);
  });

  it('[PT.82][PT.85] a move to completed is told a third time, from any status', () => {
    for (const from of ['pending', 'in_progress', 'cancelled', 'blocked'] as const) {
      const events = between(
        [stored('a', { status: from })],
        [stored('a', { status: 'completed' })],
      );
      assert.deepEqual(
        told(events).map((line) => line.split(' ')[0]),
        ['updated', 'status_changed', 'completed'],
      );
      for (const event of events) assert.equal(event.previous_state?.status, from);
    }
    const renamed = between(
      [stored('a', { status: 'completed' })],
      [stored('a', { status: 'completed', description: 'Other' })],
    );
    assert.deepEqual(told(renamed), ['updated a']);
  });

  it('[PT.83][PT.84] a step that is gone is deleted, with what was stored last', () => {
    const step = stored('a', { status: 'cancelled', active_form: 'Doing' });
    assert.deepEqual(between([step], []), [
      { kind: 'planning.deleted', item: toStepItem(step), previous_state: null },
    ]);
    assert.deepEqual(told(between([step], null)), ['deleted a']);
  });

  it('[PTx.2] a step that is created completed is only created', () => {
    assert.deepEqual(told(between([], [stored('a', { status: 'completed' })])), ['created a']);
  });

  it('[PTx.3] another order alone is no event', () => {
    assert.deepEqual(
      between([stored('a'), stored('b'), stored('c')], [stored('c'), stored('a'), stored('b')]),
      [],
    );
    assert.deepEqual(between(null, null), []);
  });

  it('follow the plan and not the cause: a dependent that stands first is told first', () => {
    const before = planAt(1, [
      stored('b', { status: 'blocked', depends_on: ['a'] }),
      stored('a', { status: 'in_progress' }),
    ]);
    const { next, events } = eventsOf(
      before,
      call('update_task_status', { task_id: 'a', status: 'completed' }),
    );
    assert.equal(statuses(next), 'b:pending a:completed');
    assert.deepEqual(told(events), [
      'updated b (blocked->pending)',
      'status_changed b (blocked->pending)',
      'updated a (in_progress->completed)',
      'status_changed a (in_progress->completed)',
      'completed a (in_progress->completed)',
    ]);
  });

  it('tell the steps that stayed before those that are gone', () => {
    const before = planAt(1, [
      stored('p'),
      stored('c', { parent_id: 'p' }),
      stored('d', { status: 'blocked', depends_on: ['p'] }),
    ]);
    assert.deepEqual(told(eventsOf(before, call('remove_task', { task_id: 'p' })).events), [
      'updated d (blocked->pending)',
      'status_changed d (blocked->pending)',
      'deleted p',
      'deleted c',
    ]);
  });

  it('[PT.86] write_plan gives them: changed and new in the new order, then the deleted', () => {
    const before = planAt(1, [stored('a'), stored('b'), stored('c')]);
    const items = [
      { content: 'New' },
      { id: 'c', content: 'Do c', status: 'completed' as const },
      { id: 'a', content: 'Do a' },
    ];
    assert.deepEqual(told(eventsOf(before, call('write_plan', { items })).events), [
      'created new1',
      'updated c (pending->completed)',
      'status_changed c (pending->completed)',
      'completed c (pending->completed)',
      'deleted b',
    ]);
  });

  it('a batch shows only what it came to, and every tool tells its own change', () => {
    const before = planAt(1, [stored('a'), stored('b')]);
    const updates = [
      { task_id: 'a', status: 'completed' as const },
      { task_id: 'b', status: 'completed' as const },
      { task_id: 'a', status: 'pending' as const },
    ];
    assert.deepEqual(
      told(eventsOf(before, call('update_task_statuses', { updates })).events).map(
        (line) => line.split(' (')[0],
      ),
      ['updated b', 'status_changed b', 'completed b'],
    );
    assert.deepEqual(told(eventsOf(before, call('add_task', { content: 'New' })).events), [
      'created new1',
    ]);
    assert.deepEqual(
      told(eventsOf(before, call('add_subtask', { content: 'New', parent_id: 'a' })).events),
      ['created new1'],
    );
    assert.deepEqual(
      told(eventsOf(before, call('set_dependency', { task_id: 'b', depends_on_id: 'a' })).events),
      ['updated b (pending->blocked)', 'status_changed b (pending->blocked)'],
    );
  });

  it('[PTx.17] share nothing: what is done to one event reaches no other and no plan', () => {
    const before = planAt(1, [stored('a', { depends_on: ['b'] }), stored('b')]);
    const after = planAt(2, [stored('a', { depends_on: ['b'], status: 'completed' }), stored('b')]);
    const copies = structuredClone({ before, after });
    const [first, ...others] = stepEvents(before, after);
    const untouched = structuredClone(others);
    Object.assign(first?.item ?? {}, { content: 'changed' });
    (first?.item.depends_on as string[]).push('x');
    (first?.previous_state?.depends_on as string[]).push('x');
    assert.deepEqual(others, untouched);
    assert.deepEqual({ before, after }, copies);
  });

  it('applied to the old steps they give the new ones, for any two lists', () => {
    fc.assert(
      fc.property(anyGraph, anyGraph, (before, after) => {
        const byId = new Map<string, StepItem>(before.map((step) => [step.id, toStepItem(step)]));
        for (const { kind, item, previous_state } of between(before, after)) {
          const isKnown = byId.has(item.id);
          assert.equal(kind === 'planning.created', !isKnown, kind);
          if (kind === 'planning.updated') assert.deepEqual(previous_state, byId.get(item.id));
          if (kind === 'planning.deleted') byId.delete(item.id);
          else byId.set(item.id, item);
        }
        const items = after.map(toStepItem);
        assert.equal(byId.size, items.length);
        for (const item of items) assert.deepEqual(byId.get(item.id), item);
      }),
    );
  });
});
