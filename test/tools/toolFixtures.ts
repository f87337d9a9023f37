import type { PlanInput, PlanToolName } from '../../src/domain/planCommand';
import { allTools, toolsOf } from '../../src/tools/allTools';
import type { PlanTool } from '../../src/tools/planTool';

/** The tools of a coworker without subtasks, and of one with them. */
export const plainTools = toolsOf({ planning: true, subtasks: false });
export const subtaskTools = toolsOf({ planning: true, subtasks: true });

export function toolNamed(name: PlanToolName, tools: readonly PlanTool[] = allTools): PlanTool {
  const tool = tools.find((candidate) => candidate.name === name);
  if (!tool) throw new Error(`There is no tool ${name} in this list.`);
  return tool;
}

export const updatePlanTool = toolNamed('update_plan');
export const readPlanTool = toolNamed('read_plan');

/** For every tool an input that has the right shape, with subtasks and without. */
export const VALID_INPUTS: { readonly [Name in PlanToolName]: PlanInput<Name> } = {
  update_plan: {
    expected_revision: 0,
    steps: [{ id: 'a', description: 'Do a', status: 'pending' }],
  },
  read_plan: {},
  write_plan: { items: [{ content: 'Do a' }] },
  add_task: { content: 'Do a' },
  update_task_status: { task_id: 'a', status: 'completed' },
  update_task_statuses: { updates: [{ task_id: 'a', status: 'completed' }] },
  remove_task: { task_id: 'a' },
  add_subtask: { parent_id: 'a', content: 'Do a part of a' },
  set_dependency: { task_id: 'a', depends_on_id: 'b' },
  get_available_tasks: {},
};
