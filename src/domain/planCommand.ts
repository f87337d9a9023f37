import * as z from 'zod/mini';

// Only type, enum, required, additionalProperties and minimum: bounds of size and of text are rules
// (planRules), so that the model gets a sentence that says what to change.

/** The whole next plan. `steps` is its name, never `items` (DP.97, DPx.1); nothing is normalised (DP.98). */
export const updatePlanInputSchema = z.strictObject({
  expected_revision: z.int().check(z.minimum(0)),
  explanation: z.optional(z.string()),
  steps: z.array(
    z.strictObject({
      id: z.string(),
      description: z.string(),
      status: z.enum(['pending', 'in_progress', 'completed']),
    }),
  ),
});
export type UpdatePlanInput = z.infer<typeof updatePlanInputSchema>;

export const readPlanInputSchema = z.strictObject({});
export type ReadPlanInput = z.infer<typeof readPlanInputSchema>;

/** Name of a tool and its parsed input: everything a session can be asked to do. */
export type PlanCommand =
  | { readonly name: 'update_plan'; readonly input: UpdatePlanInput }
  | { readonly name: 'read_plan'; readonly input: ReadPlanInput };

export type PlanToolName = PlanCommand['name'];

/** Whether an accepted command of this kind may change the plan; the others only read. */
export function changesPlan(command: PlanCommand): boolean {
  switch (command.name) {
    case 'update_plan':
      return true;
    case 'read_plan':
      return false;
  }
}
