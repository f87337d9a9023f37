import type { ToolDefinition } from './planTool';

export const updateTaskStatusTool: ToolDefinition = {
  name: 'update_task_status',
  description:
    'Set the step status of one step of the plan (todo list, task list) of this chat, by the id that read_plan shows. ' +
    'Mark a step completed as soon as it is done and keep one step in_progress. The answer tells the status that is stored.',
  icon: 'check',
};
