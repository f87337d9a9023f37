import type { PlanCommand, PlanInput, PlanToolName } from '../planCommand';
import type { Situation, ToolOutcome } from '../toolOutcome';
import { addSubtask } from './addSubtask';
import { addTask } from './addTask';
import { getAvailableTasks } from './getAvailableTasks';
import { readPlan } from './readPlan';
import { removeTask } from './removeTask';
import { setDependency } from './setDependency';
import { updatePlan } from './updatePlan';
import { updateTaskStatus } from './updateTaskStatus';
import { updateTaskStatuses } from './updateTaskStatuses';
import { writePlan } from './writePlan';

interface CommandRule<Name extends PlanToolName> {
  readonly decide: (situation: Situation, input: PlanInput<Name>) => ToolOutcome;
  /** An accepted one may change the plan; the others only read. */
  readonly changesPlan: boolean;
  /** It exists only where parents and prerequisites do. */
  readonly subtasksOnly?: true;
  /** The ids of existing steps that the input names. */
  readonly names?: (input: PlanInput<Name>) => readonly string[];
  /** The ids that the input gives to steps; undefined for a step that needs a fresh one. */
  readonly makes?: (input: PlanInput<Name>) => readonly (string | undefined)[];
}

/** Every planning tool, what it decides and what it needs to know for that. */
export const commandTable: { readonly [Name in PlanToolName]: CommandRule<Name> } = {
  update_plan: { decide: updatePlan, changesPlan: true },
  read_plan: { decide: readPlan, changesPlan: false },
  write_plan: {
    decide: writePlan,
    changesPlan: true,
    makes: ({ items }) => items.map(({ id }) => id),
  },
  add_task: { decide: addTask, changesPlan: true, makes: () => [undefined] },
  update_task_status: {
    decide: updateTaskStatus,
    changesPlan: true,
    names: ({ task_id }) => [task_id],
  },
  update_task_statuses: {
    decide: updateTaskStatuses,
    changesPlan: true,
    names: ({ updates }) => updates.map(({ task_id }) => task_id),
  },
  remove_task: { decide: removeTask, changesPlan: true, names: ({ task_id }) => [task_id] },
  add_subtask: {
    decide: addSubtask,
    changesPlan: true,
    subtasksOnly: true,
    names: ({ parent_id }) => [parent_id],
    makes: () => [undefined],
  },
  set_dependency: {
    decide: setDependency,
    changesPlan: true,
    subtasksOnly: true,
    names: ({ task_id, depends_on_id }) => [task_id, depends_on_id],
  },
  get_available_tasks: { decide: getAvailableTasks, changesPlan: false, subtasksOnly: true },
};

/** The rule of a command, whatever tool it is. */
export function ruleOf(command: PlanCommand): CommandRule<PlanToolName> {
  return commandTable[command.name];
}
