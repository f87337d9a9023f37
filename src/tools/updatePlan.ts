import type { ToolDefinition } from './planTool';

export const updatePlanTool: ToolDefinition = {
  name: 'update_plan',
  description:
    'Write the plan (todo list, task list) of this chat: replaces all steps and their step status in one call. ' +
    'Pass the revision last answered as expected_revision (0 before the first write), keep the ids of steps that stay, ' +
    'and have at most one step in_progress. The user sees the plan; it survives reloads. ' +
    'For work of several steps. A subagent must not rewrite the plan: it reports to its parent, which does.',
  icon: 'checklist',
};
