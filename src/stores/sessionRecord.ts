import * as z from 'zod/mini';
import { planStepSchema, type PlanStep } from '../domain/plan';
import { type Sentence, sentence, verbatim } from '../domain/sentence';
import { sessionRecordSchema, type SessionRecord } from '../domain/session';

/** A session record as a table keeps it; what has no column of its own is JSON in `details`. */
export interface SessionRow {
  readonly key: string;
  readonly coworker: string;
  readonly title: string;
  readonly workspace: string | null;
  readonly created: string;
  readonly updated: string;
  readonly details: string;
  /** The plan without its steps; all four are null before the first accepted write. */
  readonly revision: number | null;
  readonly turn_id: string | null;
  readonly call_id: string | null;
  readonly explanation: string | null;
}

export interface StepRow {
  readonly position: number;
  readonly id: string;
  readonly description: string;
  readonly status: string;
  readonly active_form: string | null;
  readonly parent_id: string | null;
  /** JSON array of ids; null when there are none. */
  readonly depends_on: string | null;
}

/** A row as it comes back: anything may be in it. */
export type Unproven<Row> = { readonly [Column in keyof Row]: unknown };

/** A row whose content could not be taken as it is. */
export interface BadStep {
  readonly position: number;
  readonly reason: Sentence;
}

export function toSessionRow(record: SessionRecord): SessionRow {
  const { key, coworker, title, workspace, created, updated, plan, ...details } = record;
  return {
    key,
    coworker,
    title,
    workspace: workspace ?? null,
    created,
    updated,
    details: JSON.stringify(details),
    revision: plan?.revision ?? null,
    turn_id: plan?.turn_id ?? null,
    call_id: plan?.call_id ?? null,
    explanation: plan?.explanation ?? null,
  };
}

export function toStepRows(record: SessionRecord): StepRow[] {
  return (record.plan?.steps ?? []).map((step, position) => ({
    position,
    id: step.id,
    description: step.description,
    status: step.status,
    active_form: step.active_form ?? null,
    parent_id: step.parent_id ?? null,
    depends_on: step.depends_on ? JSON.stringify(step.depends_on) : null,
  }));
}

/** Made once: a schema is a few hundred objects. */
const [detailsSchema, moreSchema] = [z.string(), z.record(z.string(), z.unknown())];

/** Throws when the row cannot make a record. Rows of older versions are lifted here. */
export function toSessionRecord(
  row: Unproven<SessionRow>,
  steps: readonly PlanStep[],
  newer: boolean,
): SessionRecord {
  const { details, workspace, revision, turn_id, call_id, explanation, ...columns } = row;
  const more: unknown = JSON.parse(detailsSchema.parse(details));
  const record = {
    ...moreSchema.parse(more),
    ...columns,
    ...(workspace === null ? {} : { workspace }),
    plan: revision === null ? null : { revision, turn_id, call_id, explanation, steps },
  };
  return storedRecord(record, newer);
}

/** Throws when the value is no record. `newer`: a newer version wrote it. */
export function storedRecord(value: object, newer: boolean): SessionRecord {
  return newer ? toKnownPart(value) : sessionRecordSchema.parse(value);
}

/** What a newer version put into the record, at any depth, is left out; nothing is written back. */
function toKnownPart(record: object): SessionRecord {
  const parsed = sessionRecordSchema.safeParse(record);
  if (parsed.success) return parsed.data;
  const unknown = parsed.error.issues.filter((issue) => issue.code === 'unrecognized_keys');
  if (unknown.length === 0) throw parsed.error;
  for (const { path, keys } of unknown) {
    const holder = path.reduce<unknown>((value, at) => Reflect.get(value as object, at), record);
    for (const key of keys) Reflect.deleteProperty(holder as object, key);
  }
  return toKnownPart(record);
}

/** The steps that can be read, in order, and which rows differ from what is shown, and why. */
export function toPlanSteps(rows: readonly Unproven<StepRow>[]): {
  steps: PlanStep[];
  bad: BadStep[];
} {
  const bad: BadStep[] = [];
  const good = new Map<string, { step: PlanStep; position: number }>();
  for (const row of rows) {
    const position = Number(row.position);
    const step = toPlanStep(row);
    if (typeof step === 'string') bad.push({ position, reason: unreadField(step) });
    else if (good.has(step.id)) bad.push({ position, reason: takenId(step.id) });
    else good.set(step.id, { step, position });
  }
  const steps: PlanStep[] = [];
  for (const { step, position } of good.values()) {
    const { shown, orphans } = withoutOrphans(step, (id) => good.has(id));
    steps.push(shown);
    if (orphans.length === 0) continue;
    bad.push({ position, reason: lostReference(orphans.join(', ')) });
  }
  return { steps, bad };
}

const unreadField = (field: string) => sentence`its ${field} cannot be read and it is not shown`;
const takenId = (id: string) => sentence`its id "${id}" is taken and it is not shown`;
const lostReference = (ids: string) =>
  sentence`it refers to ${ids}, which does not exist, and is shown without that`;

const badStepSchema = z.object({ position: z.number(), reason: z.string() });

/** A row of the table that keeps them, with their reasons in English. */
export function toBadStep(row: unknown): BadStep {
  const { position, reason } = badStepSchema.parse(row);
  return { position, reason: fromEnglish(reason) };
}

function fromEnglish(english: string): Sentence {
  for (const reason of [unreadField, takenId, lostReference]) {
    const [start = '', end = ''] = reason('').template.split('{0}');
    const said = reason(english.slice(start.length, english.length - end.length));
    if (String(said) === english) return said;
  }
  return verbatim(english);
}

/** The step, or the field of the row that cannot be read. */
function toPlanStep(row: Unproven<StepRow>): PlanStep | string {
  const { id, description, status, active_form, parent_id, depends_on } = row;
  const parsed = planStepSchema.safeParse({
    id,
    description,
    status,
    ...(active_form === null ? {} : { active_form }),
    ...(parent_id === null ? {} : { parent_id }),
    ...(depends_on === null ? {} : { depends_on: parsedOrNothing(depends_on) }),
  });
  if (parsed.success) return parsed.data;
  return String(parsed.error.issues[0]?.path[0] ?? 'content');
}

function parsedOrNothing(json: unknown): unknown {
  try {
    return JSON.parse(String(json));
  } catch {
    // No list of ids: the schema refuses it and names the field.
    return null;
  }
}

function withoutOrphans(step: PlanStep, exists: (id: string) => boolean) {
  const { parent_id, depends_on = [], ...rest } = step;
  const references = parent_id === undefined ? depends_on : [parent_id, ...depends_on];
  const kept = depends_on.filter(exists);
  const shown: PlanStep = {
    ...rest,
    ...(parent_id !== undefined && exists(parent_id) ? { parent_id } : {}),
    ...(kept.length > 0 || step.depends_on?.length === 0 ? { depends_on: kept } : {}),
  };
  return { shown, orphans: references.filter((id) => !exists(id)) };
}
