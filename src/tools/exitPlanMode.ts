import { EXIT_PLAN_MODE, exitPlanModeInputSchema } from '../domain/planReview';
import { toInputSchema } from './inputSchema';
import { parseInput } from './parseInput';

/**
 * Listed with the planning tools of a coworker that has plan mode, in both modes alike, so that the
 * beginning of a request never changes with the mode (planning 8.4).
 */
export const exitPlanModeTool = {
  name: EXIT_PLAN_MODE,
  description:
    'Show the plan (todo list, task list) of this chat to the user and ask whether to leave plan mode and start on it. ' +
    'Pass the revision of the plan as expected_revision. The user approves it, leaves without approving, or asks for changes.',
  get inputSchema() {
    return toInputSchema(exitPlanModeInputSchema);
  },
  parse: (input: unknown) =>
    parseInput(EXIT_PLAN_MODE, exitPlanModeInputSchema, input, () =>
      toInputSchema(exitPlanModeInputSchema),
    ),
} as const;
