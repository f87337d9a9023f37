import type { PlanDocument } from '../domain/plan';
import { cancelledError, PlanError } from '../domain/planError';
import type { NewPlanEvent, PlanEventBody } from '../domain/planEvent';
import { selectPlanMode } from '../domain/planMode';
import {
  alreadyAsked,
  answerWithoutAsking,
  changedMeanwhile,
  EXIT_PLAN_MODE,
  notReviewed,
  type ReviewAnswer,
  reviewedResult,
} from '../domain/planReview';
import { sentence } from '../domain/sentence';
import type { SessionRecord } from '../domain/session';
import type { ToolResult } from '../domain/toolResult';
import { type CallPorts, inputDigest, recordedAnswer } from './decideCall';
import { writableSession } from './decideTurn';
import type { OpenReview } from './openReviews';
import type { LoadedSession, PlanStore, SessionCommit } from './planStore';
import { toIsoTime, type CancelSignal } from './ports';
import type { RequestReview, SettleReview } from './sessionCommand';
import type { SessionDecision } from './sessionDecision';
import { assertRunning, renewed } from './turnFence';

/** What the first half of a call comes to. */
export type ReviewRequest =
  | { readonly kind: 'answered'; readonly result: ToolResult }
  /** `rejected`: how often in a row this person wanted to keep planning before. */
  | { readonly kind: 'ask'; readonly plan: PlanDocument; readonly rejected: number };

type ReviewCall = RequestReview | SettleReview;

interface Review {
  readonly open: OpenReview | undefined;
  readonly rejected: number;
}

/** Replay, fence, then everything that can be said without a person. */
export async function decideRequest(
  ports: CallPorts,
  store: PlanStore,
  loaded: LoadedSession | undefined,
  call: RequestReview,
  signal: CancelSignal,
  { open, rejected }: Review,
): Promise<SessionDecision<ReviewRequest>> {
  const found = await taken(ports, store, loaded, call, signal);
  if (found.answered) {
    return { kind: 'answer', result: { kind: 'answered', result: found.answered } };
  }
  const { record, mode } = found;
  const result =
    answerWithoutAsking(mode, record.plan, call.input) ??
    (open && open.call_id !== call.call_id ? alreadyAsked(open.plan.revision) : undefined);
  if (!result) {
    const { plan } = record;
    if (!plan) throw new Error('Nobody is asked about no plan.');
    return { kind: 'answer', result: { kind: 'ask', plan, rejected } };
  }
  const commit = commitOf(ports, record, call, result, []);
  return { kind: 'commit', commit, result: { kind: 'answered', result }, signal };
}

/** Checks again: the answer counts for the very revision that was shown, and for no other (PMx.13). */
export async function decideSettle(
  ports: CallPorts,
  store: PlanStore,
  loaded: LoadedSession | undefined,
  call: SettleReview,
  signal: CancelSignal,
  open: OpenReview | undefined,
): Promise<SessionDecision<ToolResult>> {
  const found = await taken(ports, store, loaded, call, signal);
  if (found.answered) return { kind: 'answer', result: found.answered };
  const { record, mode } = found;
  const { plan } = record;
  const { answer } = call;
  const asked = open?.call_id === call.call_id ? open.plan : undefined;
  const settled = (result: ToolResult, counted?: ReviewAnswer): SessionDecision<ToolResult> => {
    const events = counted ? [reviewed(call.input.expected_revision, counted)] : [];
    const next = counted ? answered(record, mode, call.input.expected_revision, counted) : record;
    return { kind: 'commit', commit: commitOf(ports, next, call, result, events), result, signal };
  };
  if (!asked || answer === null) return settled(notReviewed(mode, plan?.revision ?? 0));
  if (plan?.revision !== asked.revision) return settled(changedMeanwhile(mode, asked, plan));
  return settled(reviewedResult(mode, asked.revision, answer), answer);
}

/** The session in which the call counts, or the answer that it got before. */
async function taken(
  ports: CallPorts,
  store: PlanStore,
  loaded: LoadedSession | undefined,
  call: ReviewCall,
  signal: CancelSignal,
) {
  const known = writableSession(loaded);
  const { session, call_id, input } = call;
  const named = { session, call_id, name: EXIT_PLAN_MODE, input };
  const answer = await recordedAnswer(ports, store, known, named);
  if (answer) return { answered: answer } as const;
  if (signal.cancelled) throw cancelledError();
  assertRunning(known.record.turn, call.turn_id, ports.process);
  const mode = known.record.plan_mode;
  if (!mode) {
    throw new PlanError(
      'unknown_tool',
      sentence`This session does not have the tool ${EXIT_PLAN_MODE}.`,
    );
  }
  return { record: known.record, mode, answered: undefined } as const;
}

function reviewed(revision: number, { outcome, feedback = '' }: ReviewAnswer): PlanEventBody {
  const said = feedback.trim();
  const data = { revision, outcome, ...(said !== '' && { feedback: said }) };
  return { type: 'plan_reviewed', data };
}

/** Approving and leaving select the end of plan mode, in the same commit as the answer. */
function answered(
  record: SessionRecord,
  mode: NonNullable<SessionRecord['plan_mode']>,
  revision: number,
  { outcome }: ReviewAnswer,
): SessionRecord {
  if (outcome === 'kept_planning') return record;
  const plan_mode = selectPlanMode(mode, false);
  return { ...record, plan_mode, ...(outcome === 'approved' && { approved: revision }) };
}

function commitOf(
  { clock, digest }: CallPorts,
  record: SessionRecord,
  { call_id, turn_id, input }: ReviewCall,
  result: ToolResult,
  before: readonly PlanEventBody[],
): SessionCommit {
  const now = clock.now();
  const at = toIsoTime(now);
  const finished: PlanEventBody = {
    type: 'tool_finished',
    data: { name: EXIT_PLAN_MODE, call_id, result },
  };
  return {
    record: { ...record, ...(record.turn && { turn: renewed(record.turn, now) }) },
    events: [...before, finished].map((body): NewPlanEvent => ({ ...body, turn_id, call_id, at })),
    call: { call_id, name: EXIT_PLAN_MODE, input: inputDigest(digest, input), result },
  };
}
