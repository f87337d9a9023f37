import * as z from 'zod/mini';
import { stepStatusSchema } from './plan';

// Made when a call is parsed (`z.lazy`), as all schemas are: starting must not wait for them.
// Only type, enum, required, additionalProperties and minimum: bounds of size and of text are rules
// (planRules), so that the model gets a sentence that says what to change.

/** The whole next plan. `steps` is its name, never `items` (DP.97, DPx.1); nothing is normalised (DP.98). */
export const updatePlanInputSchema = z.lazy(() =>
  z.strictObject({
    expected_revision: z.int().check(z.minimum(0)),
    explanation: z.optional(z.string()),
    steps: z.array(
      z.strictObject({
        id: z.string(),
        description: z.string(),
        status: z.enum(['pending', 'in_progress', 'completed']),
      }),
    ),
  }),
);
export type UpdatePlanInput = z.infer<typeof updatePlanInputSchema>;

const plainStatus = z.lazy(() => z.enum(['pending', 'in_progress', 'completed', 'cancelled']));

const plainItem = () => ({
  content: z.string(),
  id: z.optional(z.string()),
  status: z.optional(plainStatus),
  active_form: z.optional(z.string()),
});
/** Null says "none", as snapshots of a step do (planning 2.1). */
const parentOrNone = z.lazy(() =>
  z.pipe(
    z.nullable(z.string()),
    z.transform((id) => id ?? undefined),
  ),
);
const nothing = z.lazy(() => z.strictObject({}));
const newStep = z.lazy(() =>
  z.strictObject({ content: z.string(), active_form: z.optional(z.string()) }),
);
const oneStep = z.lazy(() => z.strictObject({ task_id: z.string() }));

/**
 * The input of every tool, in both modes: `blocked`, parents and prerequisites are not in the schemas
 * of a coworker without subtasks. `subtasks` is the larger one; what a command carries has its type.
 * The order is the order of every list of tools.
 */
export const inputSchemas = {
  update_plan: inBothModes(updatePlanInputSchema),
  read_plan: {
    plain: nothing,
    subtasks: z.lazy(() => z.strictObject({ hierarchical: z.optional(z.boolean()) })),
  },
  write_plan: {
    plain: z.lazy(() => z.strictObject({ items: z.array(z.strictObject(plainItem())) })),
    subtasks: z.lazy(() =>
      z.strictObject({
        items: z.array(
          z.strictObject({
            ...plainItem(),
            status: z.optional(stepStatusSchema),
            parent_id: z.optional(parentOrNone),
            depends_on: z.optional(z.array(z.string())),
          }),
        ),
      }),
    ),
  },
  add_task: inBothModes(newStep),
  update_task_status: {
    plain: z.lazy(() => z.strictObject({ task_id: z.string(), status: plainStatus })),
    subtasks: z.lazy(() => z.strictObject({ task_id: z.string(), status: stepStatusSchema })),
  },
  update_task_statuses: {
    plain: z.lazy(() =>
      z.strictObject({
        updates: z.array(z.strictObject({ task_id: z.string(), status: plainStatus })),
      }),
    ),
    subtasks: z.lazy(() =>
      z.strictObject({
        updates: z.array(z.strictObject({ task_id: z.string(), status: stepStatusSchema })),
      }),
    ),
  },
  remove_task: inBothModes(oneStep),
  add_subtask: inBothModes(
    z.lazy(() =>
      z.strictObject({
        parent_id: z.string(),
        content: z.string(),
        active_form: z.optional(z.string()),
      }),
    ),
  ),
  set_dependency: inBothModes(
    z.lazy(() => z.strictObject({ task_id: z.string(), depends_on_id: z.string() })),
  ),
  get_available_tasks: inBothModes(nothing),
} as const;

export type PlanToolName = keyof typeof inputSchemas;

export const PLAN_TOOL_NAMES = Object.keys(inputSchemas) as PlanToolName[];

export type PlanInput<Name extends PlanToolName> = z.infer<(typeof inputSchemas)[Name]['subtasks']>;

/** Of these tools the one to begin a plan with; undefined where none can. */
export function planBeginner(tools: readonly PlanToolName[]): PlanToolName | undefined {
  return (['update_plan', 'write_plan', 'add_task'] as const).find((name) => tools.includes(name));
}

/** Name of a tool and its parsed input: everything a session can be asked to do with its plan. */
export type PlanCommand = {
  [Name in PlanToolName]: { readonly name: Name; readonly input: PlanInput<Name> };
}[PlanToolName];

export type WriteItem = PlanInput<'write_plan'>['items'][number];
export type StatusUpdate = PlanInput<'update_task_status'>;

function inBothModes<Schema>(schema: Schema): { plain: Schema; subtasks: Schema } {
  return { plain: schema, subtasks: schema };
}
