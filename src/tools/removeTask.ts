import type { ToolDefinition } from './planTool';

export const removeTaskTool: ToolDefinition = {
  name: 'remove_task',
  description:
    'Remove one step from the plan of this chat, by its id, with the subtasks below it. ' +
    'For a step that is no longer wanted; one that was tried and given up is better marked cancelled.',
  icon: 'remove',
};
