import { decide } from '../domain/decide';
import { revisionOf, type PlanDocument } from '../domain/plan';
import { removedBetween } from '../domain/planHistory';
import {
  cancelledError,
  newerVersionError,
  PlanError,
  sessionNotFoundError,
} from '../domain/planError';
import type { NewPlanEvent, PlanEventBody } from '../domain/planEvent';
import { sentence } from '../domain/sentence';
import type { SessionRecord } from '../domain/session';
import { titleFromPlan } from '../domain/sessionTitle';
import { terminalEvent, type ToolOutcome } from '../domain/toolOutcome';
import { toolRefusal, type ToolResult } from '../domain/toolResult';
import { changesPlan, planningMode } from '../domain/toolset';
import { canonicalJson } from './canonicalJson';
import { newRecord, sessionCreated } from './decideTurn';
import type { LoadedSession, PlanStore, SessionCommit, SessionKey } from './planStore';
import {
  toIsoTime,
  type CancelSignal,
  type Clock,
  type Digest,
  type IdMaker,
  type ProcessIdentity,
} from './ports';
import type { SessionCall } from './sessionCommand';
import type { SessionDecision } from './sessionDecision';
import { lookUpIds } from './stepIds';
import { assertRunning, renewed } from './turnFence';

export interface CallPorts {
  readonly clock: Clock;
  readonly digest: Digest;
  readonly ids: IdMaker;
  readonly process: ProcessIdentity;
}

/**
 * Decides one tool call: replay, fence, then the rules of the tool. What is fenced here stays true until
 * the commit is durable, because the store compares the generation and reads the signal in its
 * transaction: a turn that ended or began in between is a conflict, and the call is decided again.
 */
export async function decideCall(
  ports: CallPorts,
  store: PlanStore,
  loaded: LoadedSession | undefined,
  call: SessionCall,
  signal: CancelSignal,
): Promise<SessionDecision<ToolResult>> {
  if (!loaded && call.kind === 'hosted_call') {
    throw sessionNotFoundError();
  }
  const mode = planningMode(configurationOf(call, loaded));
  if (!mode.tools.includes(call.command.name)) {
    throw new PlanError(
      'unknown_tool',
      sentence`This session does not have the tool ${call.command.name}.`,
    );
  }
  const { session, call_id, command } = call;
  const named = { session, call_id, ...command };
  const replayed = loaded && (await recordedAnswer(ports, store, loaded, named));
  if (replayed) return { kind: 'answer', result: replayed };
  if (signal.cancelled) throw cancelledError();
  if (call.kind === 'hosted_call') assertRunning(loaded?.record.turn, call.turn_id, ports.process);

  const mayChange = changesPlan(call.command);
  if (loaded?.readOnly && mayChange) {
    throw newerVersionError();
  }
  const plan = loaded?.record.plan ?? null;
  const ids = await lookUpIds(store, call.session, plan, call.command, ports.ids);
  const outcome = decide({ plan, caller: call, mode, ...ids }, call.command);
  const { result } = outcome;
  const leavesTrace = call.kind === 'hosted_call' || outcome.plan || (loaded && mayChange);
  if (loaded?.readOnly || !leavesTrace) return { kind: 'answer', result };
  return { kind: 'commit', commit: commitOf(ports, loaded, call, outcome), result, signal };
}

function configurationOf(call: SessionCall, loaded: LoadedSession | undefined) {
  if (call.kind === 'guest_call') return call.origin.configuration;
  return call.configuration ?? loaded?.record.configuration ?? { planning: false, subtasks: false };
}

/** A call as it is recognised: by its id, its tool and its input. */
export interface NamedCall {
  readonly session: SessionKey;
  readonly call_id: string;
  readonly name: string;
  readonly input: unknown;
}

/** The recorded answer of a call id that was seen before (FC.22), or the refusal of its reuse. */
export async function recordedAnswer(
  { digest }: CallPorts,
  store: PlanStore,
  loaded: LoadedSession,
  { session, call_id, name, input }: NamedCall,
): Promise<ToolResult | undefined> {
  const recorded = await store.recordedCall(session, call_id);
  if (!recorded) return undefined;
  if (recorded.name === name && recorded.input === inputDigest(digest, input)) {
    return recorded.result;
  }
  return toolRefusal(
    'This call id was already used with another input. Nothing was changed; make a new call with its own id.',
    { error: 'call_id_reused', revision: revisionOf(loaded.record.plan) },
  );
}

/** Equal JSON is the same input, in whatever order its keys came; a digest, because a refused input may be huge. */
export function inputDigest(digest: Digest, input: unknown): string {
  return digest(canonicalJson(input));
}

function commitOf(
  { clock, digest }: CallPorts,
  loaded: LoadedSession | undefined,
  call: SessionCall,
  outcome: ToolOutcome,
): SessionCommit {
  const now = clock.now();
  const at = toIsoTime(now);
  const { turn_id, call_id, command } = call;
  const bodies: PlanEventBody[] = [terminalEvent(command.name, call_id, outcome)];
  let record = loaded?.record;
  if (!record) {
    if (call.kind !== 'guest_call') throw new Error('A hosted session is made by create_session.');
    record = newRecord(call.session, call.origin, at);
    bodies.unshift(sessionCreated(call.origin));
  }
  const removedSteps = outcome.plan ? removedBetween(record.plan, outcome.plan) : [];
  return {
    record: {
      ...(outcome.plan ? changedRecord(record, outcome.plan, at) : record),
      ...(call.kind === 'hosted_call' && record.turn && { turn: renewed(record.turn, now) }),
    },
    events: bodies.map((body): NewPlanEvent => ({ ...body, turn_id, call_id, at })),
    call: {
      call_id,
      name: command.name,
      input: inputDigest(digest, command.input),
      result: outcome.result,
    },
    ...(removedSteps.length > 0 && { removedSteps }),
  };
}

function changedRecord(record: SessionRecord, plan: PlanDocument, at: string): SessionRecord {
  return { ...record, title: record.title || titleFromPlan(plan), plan, updated: at };
}
