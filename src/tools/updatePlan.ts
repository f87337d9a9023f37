import { updatePlanInputSchema } from '../domain/planCommand';
import { toInputSchema } from './inputSchema';
import { parseInput } from './parseInput';
import type { PlanTool } from './planTool';

export const updatePlanTool: PlanTool = {
  name: 'update_plan',
  displayName: 'Update Plan',
  description:
    'Write the plan (todo list, task list) of this chat: replaces all steps and their step status in one call. ' +
    'Pass the revision last answered as expected_revision (0 before the first write), keep the ids of steps that stay, ' +
    'and have at most one step in_progress. The user sees the plan; it survives reloads. ' +
    'For work of several steps. A subagent must not rewrite the plan: it reports to its parent, which does.',
  icon: 'checklist',
  inputSchema: toInputSchema(updatePlanInputSchema),
  parse: (input) => {
    const parsed = parseInput('update_plan', updatePlanInputSchema, input);
    return parsed.ok ? { ok: true, value: { name: 'update_plan', input: parsed.value } } : parsed;
  },
};
