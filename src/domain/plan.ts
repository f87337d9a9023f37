import * as z from 'zod/mini';

/** Bounds of one plan. Text is measured in UTF-8 bytes, ids in ASCII characters (DP.23, DP.26, DP.29, DP.30). */
export const PLAN_LIMITS = {
  steps: 32,
  idBytes: 64,
  descriptionBytes: 240,
  explanationBytes: 500,
} as const;

/** Every status that a stored step may have; what a tool accepts is narrower. */
export const stepStatusSchema = z.lazy(() =>
  z.enum(['pending', 'in_progress', 'completed', 'cancelled', 'blocked']),
);
export type StepStatus = z.infer<typeof stepStatusSchema>;

/**
 * One step as it is stored, shown and sent. The optional fields are absent when they have their
 * default (no active form, no parent, no prerequisites).
 */
export const planStepSchema = z.lazy(() =>
  z.strictObject({
    id: z.string(),
    description: z.string(),
    status: stepStatusSchema,
    active_form: z.optional(z.string()),
    parent_id: z.optional(z.string()),
    depends_on: z.optional(z.array(z.string())),
  }),
);
export type PlanStep = z.infer<typeof planStepSchema>;

/**
 * The plan of a session after its first accepted write; before it, the plan is `null`.
 * A cleared plan is a document without steps and with a higher revision (DP.33, DP.34).
 */
export const planDocumentSchema = z.lazy(() =>
  z.strictObject({
    /** 1 for the first accepted write, +1 for each later one, never lower (DP.36). */
    revision: z.int().check(z.minimum(1)),
    /** The turn and the tool call that produced this revision (DP.37, DP.38). */
    turn_id: z.string(),
    call_id: z.string(),
    /** At most 500 UTF-8 bytes; empty when the writer gave none. */
    explanation: z.string(),
    steps: z.array(planStepSchema),
  }),
);
export type PlanDocument = z.infer<typeof planDocumentSchema>;

/** Completed and cancelled steps are resolved: nothing waits for them (planning 4.2). */
export function isResolved(status: StepStatus): boolean {
  return status === 'completed' || status === 'cancelled';
}

/** A step as it is stored: what has its default is left out. */
export function toPlanStep(fields: {
  id: string;
  description: string;
  status: StepStatus;
  active_form?: string | undefined;
  parent_id?: string | undefined;
  depends_on?: readonly string[] | undefined;
}): PlanStep {
  const { id, description, status, active_form = '', parent_id, depends_on = [] } = fields;
  return {
    id,
    description,
    status,
    ...(active_form !== '' && { active_form }),
    ...(parent_id !== undefined && { parent_id }),
    ...(depends_on.length > 0 && { depends_on: [...depends_on] }),
  };
}

/** What is visible of progress: steps marked complete, and all steps (cancelled ones count here). */
export interface PlanProgress {
  readonly completed: number;
  readonly total: number;
}

export function planProgress(plan: PlanDocument | null): PlanProgress {
  const steps = plan?.steps ?? [];
  return {
    completed: steps.filter((step) => step.status === 'completed').length,
    total: steps.length,
  };
}

/** How many steps are neither completed nor cancelled. */
export function openSteps(plan: PlanDocument | null): number {
  const isOpen = ({ status }: PlanStep): boolean =>
    status !== 'completed' && status !== 'cancelled';
  return (plan?.steps ?? []).filter(isOpen).length;
}

/** Every step is marked complete, and there is one. */
export function isComplete(plan: PlanDocument | null): boolean {
  const { completed, total } = planProgress(plan);
  return total > 0 && completed === total;
}

/** The revision a writer must name next: 0 before the first write (DP.35). */
export function revisionOf(plan: PlanDocument | null): number {
  return plan?.revision ?? 0;
}
