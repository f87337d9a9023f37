import type { ToolDefinition } from './planTool';

export const setDependencyTool: ToolDefinition = {
  name: 'set_dependency',
  description:
    'Make the step task_id of the plan (todo list, task list) of this chat wait for the step depends_on_id. ' +
    'It is blocked until that one is completed or cancelled, and is freed by itself.',
  icon: 'link',
};
