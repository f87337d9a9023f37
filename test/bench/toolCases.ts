import type { PlanDocument } from '../../src/domain/plan';
import type { PlanCommand, PlanInput, PlanToolName } from '../../src/domain/planCommand';
import { idAt } from './fullPlan';

/** What is measured of one tool. */
export interface ToolCase {
  readonly accepted: PlanCommand;
  /** Undefined for the one tool that refuses nothing. */
  readonly refused?: PlanCommand;
  /** There must be room for one more step; the refused call finds none. */
  readonly needsRoom?: true;
  /** The refused call comes from a coworker without subtasks. */
  readonly refusedWithoutSubtasks?: true;
}

/** For every tool an ordinary accepted call and a refused one, on a plan that `fullPlan` made. */
export function toolCases({ revision, steps }: PlanDocument): Record<PlanToolName, ToolCase> {
  const added = steps[0]?.description ?? '';
  const ring = writeItems(steps).map((item) =>
    item.id === idAt(1) ? { ...item, depends_on: [idAt(7)] } : item,
  );
  const rewritten: PlanInput<'update_plan'> = {
    expected_revision: revision,
    explanation: added,
    steps: steps.map(({ id, description, status }) => ({
      id,
      description,
      status: status === 'blocked' || status === 'cancelled' ? 'pending' : status,
    })),
  };
  return {
    update_plan: {
      accepted: { name: 'update_plan', input: rewritten },
      refused: { name: 'update_plan', input: { ...rewritten, expected_revision: revision - 1 } },
    },
    read_plan: {
      accepted: { name: 'read_plan', input: { hierarchical: true } },
      refused: { name: 'read_plan', input: { hierarchical: true } },
      refusedWithoutSubtasks: true,
    },
    write_plan: {
      accepted: { name: 'write_plan', input: { items: writeItems(steps) } },
      refused: { name: 'write_plan', input: { items: ring } },
    },
    add_task: {
      accepted: { name: 'add_task', input: { content: added } },
      refused: { name: 'add_task', input: { content: added } },
      needsRoom: true,
    },
    update_task_status: {
      accepted: { name: 'update_task_status', input: { task_id: idAt(9), status: 'completed' } },
      refused: { name: 'update_task_status', input: { task_id: idAt(10), status: 'in_progress' } },
    },
    update_task_statuses: {
      accepted: { name: 'update_task_statuses', input: { updates: updates(idAt(11)) } },
      refused: { name: 'update_task_statuses', input: { updates: updates(idAt(99)) } },
    },
    remove_task: {
      accepted: { name: 'remove_task', input: { task_id: idAt(8) } },
      refused: { name: 'remove_task', input: { task_id: idAt(99) } },
    },
    add_subtask: {
      accepted: { name: 'add_subtask', input: { parent_id: idAt(8), content: added } },
      refused: { name: 'add_subtask', input: { parent_id: idAt(8), content: added } },
      needsRoom: true,
    },
    set_dependency: {
      accepted: {
        name: 'set_dependency',
        input: { task_id: idAt(17), depends_on_id: idAt(15) },
      },
      refused: { name: 'set_dependency', input: { task_id: idAt(9), depends_on_id: idAt(15) } },
    },
    get_available_tasks: { accepted: { name: 'get_available_tasks', input: {} } },
  };
}

function writeItems(steps: PlanDocument['steps']): PlanInput<'write_plan'>['items'] {
  return steps.map(({ description, ...step }) => ({ ...step, content: description }));
}

/** Two steps on, and what comes of the third. */
function updates(third: string): PlanInput<'update_task_statuses'>['updates'] {
  return [
    { task_id: idAt(9), status: 'completed' },
    { task_id: idAt(10), status: 'in_progress' },
    { task_id: third, status: 'cancelled' },
  ];
}
