import * as z from 'zod/mini';

/** Plan mode as it is kept: what the log says, and the target that waits for the next boundary. */
export const planModeRecordSchema = z.lazy(() =>
  z.strictObject({
    active: z.boolean(),
    /** May equal `active`: then nothing changes at the boundary, and it is shown to nobody. */
    intent: z.optional(z.boolean()),
  }),
);
export type PlanModeRecord = z.infer<typeof planModeRecordSchema>;

/** Plan mode as clients see it; `pending`, where it is there, is the other value (PM.23, PM.29). */
export const planModeStateSchema = z.lazy(() =>
  z
    .strictObject({ active: z.boolean(), pending: z.optional(z.boolean()) })
    .check(z.refine(({ active, pending }) => pending !== active)),
);
export type PlanModeState = z.infer<typeof planModeStateSchema>;

/** Null: plan mode does not exist there (PM.15); a net-zero intent is left out (PM.26). */
export function toPlanModeState(record: PlanModeRecord | undefined): PlanModeState | null {
  if (!record) return null;
  const { active, intent } = record;
  return intent === undefined || intent === active ? { active } : { active, pending: intent };
}

/** Selecting again what would come anyway changes nothing: then it is the same object. */
export function selectPlanMode(record: PlanModeRecord, target: boolean): PlanModeRecord {
  const { active, intent = active } = record;
  return target === intent ? record : { active, intent: target };
}

/** What a boundary makes of it: no intent is left, and `switched` where the log has to say so. */
export function planModeAtBoundary({ active, intent = active }: PlanModeRecord): {
  readonly record: PlanModeRecord;
  readonly switched: boolean;
} {
  return { record: { active: intent }, switched: intent !== active };
}
