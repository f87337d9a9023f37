import { readPlanInputSchema } from '../domain/planCommand';
import { toInputSchema } from './inputSchema';
import { parseInput } from './parseInput';
import type { PlanTool } from './planTool';

export const readPlanTool: PlanTool = {
  name: 'read_plan',
  displayName: 'Read Plan',
  description:
    'Read the plan (todo list, task list) of this chat: every step with its id and step status, ' +
    'and the revision that update_plan expects. Useful when the plan is no longer in view, ' +
    'for example after the conversation was summarised. Changes nothing; a subagent may read too.',
  icon: 'list-unordered',
  inputSchema: toInputSchema(readPlanInputSchema),
  parse: (input) => {
    const parsed = parseInput('read_plan', readPlanInputSchema, input);
    return parsed.ok ? { ok: true, value: { name: 'read_plan', input: parsed.value } } : parsed;
  },
};
