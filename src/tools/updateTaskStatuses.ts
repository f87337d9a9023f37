import type { ToolDefinition } from './planTool';

export const updateTaskStatusesTool: ToolDefinition = {
  name: 'update_task_statuses',
  description:
    'Set the status of several steps of the plan of this chat as one change: all of them or, when one is wrong, none. ' +
    'Each entry is judged with the earlier ones applied.',
  icon: 'check-all',
};
