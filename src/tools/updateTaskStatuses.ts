import type { ToolDefinition } from './planTool';

export const updateTaskStatusesTool: ToolDefinition = {
  name: 'update_task_statuses',
  description:
    'Set the step status of several steps of the plan (todo list, task list) of this chat as one change: ' +
    'all of them or, when one is wrong, none. Each entry is judged with the earlier ones applied.',
  icon: 'check-all',
};
