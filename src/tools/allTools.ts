import { registeredTools } from '../domain/toolset';
import type { PlanToolName } from '../domain/planCommand';
import type { SessionConfiguration } from '../domain/session';
import { addSubtaskTool } from './addSubtask';
import { addTaskTool } from './addTask';
import { getAvailableTasksTool } from './getAvailableTasks';
import { toPlanTool, type PlanTool, type ToolDefinition } from './planTool';
import { readPlanTool } from './readPlan';
import { removeTaskTool } from './removeTask';
import { setDependencyTool } from './setDependency';
import { updatePlanTool } from './updatePlan';
import { updateTaskStatusTool } from './updateTaskStatus';
import { updateTaskStatusesTool } from './updateTaskStatuses';
import { writePlanTool } from './writePlan';

const definitions: readonly ToolDefinition[] = [
  updatePlanTool,
  readPlanTool,
  writePlanTool,
  addTaskTool,
  updateTaskStatusTool,
  updateTaskStatusesTool,
  removeTaskTool,
  addSubtaskTool,
  setDependencyTool,
  getAvailableTasksTool,
];

/**
 * Every planning tool there is, with the larger schemas: what the editor registers, whose texts are
 * static (C29). Subtask fields are refused with an explanation where subtasks are off.
 */
export const allTools: readonly PlanTool[] = definitions.map((definition) =>
  toPlanTool(definition, 'subtasks'),
);

/** The tools of a coworker, with the schemas of its mode and its own descriptions (PT.37, PT.38, PT.107). */
export function toolsOf(configuration: SessionConfiguration): PlanTool[] {
  const { subtasks, descriptions = {} } = configuration;
  const registered = new Set<PlanToolName>(registeredTools(configuration));
  return definitions
    .filter(({ name }) => registered.has(name))
    .map((definition) =>
      toPlanTool(
        { ...definition, description: descriptions[definition.name] ?? definition.description },
        subtasks ? 'subtasks' : 'plain',
      ),
    );
}
