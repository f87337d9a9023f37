import type { ToolDefinition } from './planTool';

export const writePlanTool: ToolDefinition = {
  name: 'write_plan',
  description:
    'Write the whole plan (todo list, task list) of this chat: items replaces all steps. ' +
    'A step without an id gets one; pass the ids of steps that stay, and pass finished steps again to keep them. ' +
    'Keep one step in_progress. The user sees the plan; earlier ones stay in its history. ' +
    'A subagent must not rewrite the plan.',
  icon: 'checklist',
};
