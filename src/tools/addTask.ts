import type { ToolDefinition } from './planTool';

export const addTaskTool: ToolDefinition = {
  name: 'add_task',
  description:
    'Append one pending step to the end of the plan of this chat. The answer has its id. ' +
    'active_form is an optional label for while it is being worked on, for example "Running the tests".',
  icon: 'add',
};
