import type { ToolDefinition } from './planTool';

export const readPlanTool: ToolDefinition = {
  name: 'read_plan',
  description:
    'Read the plan (todo list, task list) of this chat: every step with its id and step status, ' +
    'and the revision that update_plan expects. Useful when the plan is no longer in view, ' +
    'for example after the conversation was summarised. Changes nothing; a subagent may read too.',
  icon: 'list-unordered',
};
