import type { PlanToolName } from '../../src/domain/planCommand';
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
