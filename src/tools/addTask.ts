import type { ToolDefinition } from './planTool';

export const addTaskTool: ToolDefinition = {
  name: 'add_task',
  description:
    'Append one pending step to the plan (todo list, task list) of this chat. The answer has its id. ' +
    'active_form is an optional label for while it is worked on, such as "Running the tests".',
  icon: 'add',
};
