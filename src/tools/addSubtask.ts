import type { ToolDefinition } from './planTool';

export const addSubtaskTool: ToolDefinition = {
  name: 'add_subtask',
  description:
    'Add a pending step below another step of the plan (todo list, task list) of this chat, by the id of the parent. ' +
    'The answer has its id. The status of the parent does not change by itself.',
  icon: 'list-tree',
};
