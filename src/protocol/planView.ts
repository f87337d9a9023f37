import * as z from 'zod/mini';
import { changeSummary, type ChangeSummary, changeSummarySchema } from '../domain/changeSummary';
import { KnownSteps } from '../domain/steering/knownSteps';
import { cursorOf } from '../domain/eventCursor';
import { type PlanDocument, planDocumentSchema, planProgress, revisionOf } from '../domain/plan';
import { planDiff } from '../domain/planDiff';
import type { PlanEvent } from '../domain/planEvent';
import { planModeStateSchema } from '../domain/planMode';
import { reviewOutcomeSchema } from '../domain/reviewOutcome';
import type { Sentence } from '../domain/sentence';
import { PROBLEM_KINDS, type SessionSnapshot } from '../domain/sessionSnapshot';

// Clients see the domain through this picture alone.
export { type ChangeKind, changeSummary, type ChangeSummary } from '../domain/changeSummary';
export { type ChangedStep, planDiff, type PlanDiff } from '../domain/planDiff';
export { isComplete, type PlanDocument, planProgress, type PlanStep } from '../domain/plan';
export type { PlanModeState } from '../domain/planMode';
export { visibleText } from '../domain/visibleText';

/** A sequence outside the process: decimal, small enough to be compared as a number. */
export const cursorSchema = z.lazy(() => z.string().check(z.regex(/^(0|[1-9]\d{0,14})$/)));

export const revisionHeaderSchema = z.lazy(() =>
  z.strictObject({
    revision: z.int().check(z.minimum(1)),
    /** The event that made this revision. */
    cursor: cursorSchema,
    /** ISO 8601, UTC. */
    at: z.string(),
    turn_id: z.string(),
    call_id: z.string(),
    /** The tool that wrote it; empty when its event is no longer kept. */
    name: z.string(),
    completed: z.int(),
    total: z.int(),
    /** Null when the revision before it is not known, so that nothing can be said. */
    changes: z.nullable(changeSummarySchema),
    /** The earlier revision whose steps these are again. */
    back: z.optional(z.int()),
  }),
);
/** A line of the list of revisions. */
export type RevisionHeader = z.infer<typeof revisionHeaderSchema>;

/** What a person answered when asked about a revision. */
export const reviewMarkSchema = z.lazy(() =>
  z.strictObject({
    revision: z.int().check(z.minimum(1)),
    outcome: reviewOutcomeSchema,
    /** ISO 8601, UTC. */
    at: z.string(),
  }),
);
export type ReviewMark = z.infer<typeof reviewMarkSchema>;

/** Most answers of people that one message carries. */
export const MAX_LISTED_REVIEWS = 100;

/**
 * Whether somebody works on the plan now. `unknown`: the turns of agent mode are not ours to see, so
 * nothing is claimed (FC.30).
 */
export const activitySchema = z.lazy(() => z.enum(['running', 'stopped', 'unknown']));
export type Activity = z.infer<typeof activitySchema>;

/** A `StoreProblem` in the words of whoever looks at it. */
export const shownProblemSchema = z.lazy(() =>
  z.strictObject({
    /** `away`: the store does not answer, so this says nothing of what is stored. */
    kind: z.enum([...PROBLEM_KINDS, 'away']),
    message: z.string(),
    location: z.optional(z.string()),
  }),
);
export type ShownProblem = Readonly<z.infer<typeof shownProblemSchema>>;

export const planViewSchema = z.lazy(() =>
  z.strictObject({
    session: z.string(),
    title: z.string(),
    coworker: z.string(),
    updated: z.string(),
    pinned: z.boolean(),
    planMode: z.nullable(planModeStateSchema),
    /** The revision that a person approved last. */
    approved: z.nullable(z.int().check(z.minimum(1))),
    activity: activitySchema,
    cursor: cursorSchema,
    plan: z.nullable(planDocumentSchema),
    /** Newest first; the oldest ones, and those that cannot be read, are left out. */
    revisions: z.array(revisionHeaderSchema),
    /** Newest first. */
    reviews: z.array(reviewMarkSchema),
    problems: z.array(shownProblemSchema),
    readOnly: z.boolean(),
  }),
);
/** The picture of a session that every client gets: all of it at one cursor. */
export type PlanView = z.infer<typeof planViewSchema>;

/** Whoever runs an agent-mode chat. */
export const CHAT_COWORKER = 'chat';

/** Most lines of the list of revisions that one message carries. */
export const MAX_LISTED_REVISIONS = 1_000;

/** `revisions` may reach beyond the snapshot's cursor: what is newer is left for an event to tell. */
export function toPlanView(
  snapshot: SessionSnapshot,
  revisions: readonly RevisionHeader[],
  reviews: readonly ReviewMark[],
  inWords: (sentence: Sentence) => string = String,
): PlanView {
  const { key, version, plan = null, problems, ...rest } = snapshot;
  const known = revisions.filter((header) => Number(header.cursor) <= version);
  const current = plan && known[0]?.revision !== plan.revision ? [unexplained(snapshot, plan)] : [];
  return {
    session: key,
    title: rest.title,
    coworker: rest.coworker,
    updated: rest.updated,
    pinned: rest.pinned,
    planMode: rest.planMode,
    approved: rest.approved,
    activity: toActivity(snapshot),
    readOnly: rest.readOnly,
    cursor: cursorOf(version),
    plan,
    revisions: [...current, ...known].slice(0, MAX_LISTED_REVISIONS),
    reviews: reviews.slice(0, MAX_LISTED_REVIEWS),
    problems: problems.map(({ message, ...more }) => ({ ...more, message: inWords(message) })),
  };
}

/** A turn without a living owner has stopped, whatever its record says (planning 7.5). */
export function toActivity({
  coworker,
  turn,
}: Pick<SessionSnapshot, 'coworker' | 'turn'>): Activity {
  if (turn) return turn.state === 'running' ? 'running' : 'stopped';
  return coworker === CHAT_COWORKER ? 'unknown' : 'stopped';
}

/**
 * The lines that these events add, newest first, to a log in which `before` was the plan so far.
 * Events may be missing: then nothing is said of what the next revision changed. `known` has the steps of
 * the revisions before these and learns theirs.
 */
export function toRevisionHeaders(
  events: readonly PlanEvent[],
  before: PlanDocument | null,
  known = new KnownSteps(),
): RevisionHeader[] {
  const headers: RevisionHeader[] = [];
  let previous = before;
  if (before) known.add(before);
  for (const event of events) {
    if (event.type !== 'plan_updated') continue;
    const { plan, name } = event.data;
    const back = known.add(plan);
    headers.unshift({
      ...headerOf(plan, event.at, cursorOf(event.sequence)),
      name,
      ...(back !== undefined && { back }),
      changes: plan.revision === revisionOf(previous) + 1 ? changesBetween(previous, plan) : null,
    });
    previous = plan;
  }
  return headers;
}

/** The answers of people among these events, newest first. */
export function toReviewMarks(events: readonly PlanEvent[]): ReviewMark[] {
  return events
    .flatMap((event) => {
      if (event.type !== 'plan_reviewed') return [];
      const { revision, outcome } = event.data;
      return [{ revision, outcome, at: event.at }];
    })
    .reverse();
}

export function changesBetween(
  before: PlanDocument | null,
  after: PlanDocument | null,
): ChangeSummary {
  return changeSummary(planDiff(before, after));
}

/** The line of a current plan whose event is not known. */
function unexplained({ updated, version }: SessionSnapshot, plan: PlanDocument): RevisionHeader {
  return headerOf(plan, updated, cursorOf(version));
}

function headerOf(plan: PlanDocument, at: string, cursor: string): RevisionHeader {
  const { revision, turn_id, call_id } = plan;
  return { revision, cursor, at, turn_id, call_id, name: '', ...planProgress(plan), changes: null };
}
