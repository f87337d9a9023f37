import type { ToolDefinition } from './planTool';

export const addSubtaskTool: ToolDefinition = {
  name: 'add_subtask',
  description:
    'Add a pending step below another one of the plan of this chat, by the id of the parent. The answer has its id. ' +
    'The status of the parent does not change by itself.',
  icon: 'list-tree',
};
