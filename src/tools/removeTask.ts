import type { ToolDefinition } from './planTool';

export const removeTaskTool: ToolDefinition = {
  name: 'remove_task',
  description:
    'Remove one step from the plan (todo list, task list) of this chat, by its id, with the subtasks below it. ' +
    'For a step that is not wanted; one that was given up is better marked cancelled.',
  icon: 'remove',
};
