import type { ToolDefinition } from './planTool';

export const getAvailableTasksTool: ToolDefinition = {
  name: 'get_available_tasks',
  description:
    'List the steps of the plan (todo list, task list) of this chat that can be worked on now: ' +
    'open, not blocked and waiting for nothing. Changes nothing.',
  icon: 'play',
};
