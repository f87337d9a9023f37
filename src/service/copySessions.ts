import { removedBetween } from '../domain/planHistory';
import type { PlanDocument } from '../domain/plan';
import { PlanError } from '../domain/planError';
import type { NewPlanEvent, PlanEvent } from '../domain/planEvent';
import type { Sentence } from '../domain/sentence';
import type { SessionRecord } from '../domain/session';
import { titleFromPlan } from '../domain/sessionTitle';
import { canonicalJson } from './canonicalJson';
import { everySession } from './everySession';
import {
  type LoadedSession,
  type PlanStore,
  type SessionCommit,
  type SessionKey,
} from './planStore';
import type { CancelSignal, Log } from './ports';
import type { ExportedSession, StoreMaintenance } from './storeMaintenance';
import { toNewEvent } from './toNewEvent';

/** So many sessions are on their way at once. */
const AT_ONCE = 4;
const PAGE = 500;

export interface CopiedStore {
  readonly store: PlanStore;
  readonly maintenance: Pick<StoreMaintenance, 'export'>;
}

export interface CopySummary {
  /** Sessions that the store has from which they are copied. */
  readonly sessions: number;
  /** Those that came to be there, or went on there. */
  readonly copied: number;
  /** Those that were there already, with all of their log. */
  readonly there: number;
  /** Those that are there with another log: left as they are. */
  readonly different: readonly UncopiedSession[];
  /** Those that could not be read or written, and are only where they were. */
  readonly failed: readonly UncopiedSession[];
  readonly cancelled: boolean;
}

export interface UncopiedSession {
  /** The key; where it cannot be read, where it is. */
  readonly key: string;
  /** What people know it by. Where it cannot be read, where it is. */
  readonly title: string;
}

export interface CopyOptions {
  readonly log: Log;
  readonly signal: CancelSignal;
  readonly onSession?: (done: number, total: number) => void;
}

/**
 * Copies every session with its log, its recorded calls and the ids that it used. What is there already is
 * never overwritten: a session whose log goes on in the same way is continued, so a copy that was broken off
 * can be begun again. Rejects when either store does not answer.
 */
export async function copySessions(
  from: CopiedStore,
  to: Pick<PlanStore, 'load' | 'events' | 'append'>,
  { log, signal, onSession }: CopyOptions,
): Promise<CopySummary> {
  const { sessions, unreadable } = await everySession(from.store);
  const left = [...sessions];
  const different: UncopiedSession[] = [];
  const failed: UncopiedSession[] = unreadable.map(({ location }) => ({
    key: location,
    title: location,
  }));
  let [copied, there, done] = [0, 0, 0];
  const work = async (): Promise<void> => {
    for (let next = left.shift(); next && !signal.cancelled; next = left.shift()) {
      const { key, title } = next;
      try {
        const outcome = await copySession(from, to, key);
        if (outcome === 'copied') copied += 1;
        else if (outcome === 'different') different.push({ key, title });
        else there += 1;
      } catch (error) {
        if (!PlanError.is(error) || error.details['retry'] === true) {
          left.length = 0;
          throw error;
        }
        // One session keeps no other from it.
        log.warn(`${key} was not copied: ${error.message}`);
        failed.push({ key, title });
      }
      onSession?.(++done, sessions.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const cancelled = signal.cancelled && left.length > 0;
  const count = sessions.length + unreadable.length;
  return { sessions: count, copied, there, different, failed, cancelled };
}

/** Those of the sessions of which the other store has not all revisions that are here. */
export async function sessionsBehind(
  from: Pick<PlanStore, 'list'>,
  to: Pick<PlanStore, 'list'>,
): Promise<SessionKey[]> {
  const [here, there] = [await everySession(from), await everySession(to)];
  const revisions = new Map(there.sessions.map(({ key, revision }) => [key, revision]));
  return here.sessions.flatMap(({ key, revision }) =>
    (revisions.get(key) ?? -1) < revision ? [key] : [],
  );
}

type Outcome = 'copied' | 'there' | 'different';

async function copySession(
  { store, maintenance }: CopiedStore,
  to: Pick<PlanStore, 'load' | 'events' | 'append'>,
  key: SessionKey,
): Promise<Outcome> {
  // Half of it would be there for good, since this version cannot go on with it.
  const newer = (await store.load(key))?.problems.find(({ kind }) => kind === 'newer_version');
  if (newer) throw new PlanError('newer_version', newer.message satisfies Sentence);
  const exported = await maintenance.export(key);
  // It was deleted meanwhile, and then it belongs nowhere.
  if (!exported) return 'there';
  const { record, events } = exported;
  const there = await to.load(key);
  if (there && !(await isBeginning(to, key, there.version, events))) return 'different';
  const commits = await commitsOf(store, record, events);
  const rest = there ? missingAfter(there.version, commits) : commits;
  if (there && rest.length === 0) return withGivenName(to, there, exported);
  let generation = there?.generation ?? 0;
  for (const commit of rest) {
    const outcome = await to.append(key, generation, commit);
    if (outcome.kind === 'conflict') return 'different';
    generation = outcome.generation;
  }
  return 'copied';
}

/** What is missing behind this version, which may be in the middle of a commit as it is put together here. */
function missingAfter(version: number, commits: readonly SessionCommit[]): SessionCommit[] {
  let end = 0;
  return commits.flatMap((commit) => {
    const begin = end;
    end += commit.events.length;
    return end > version
      ? [{ ...commit, events: commit.events.slice(Math.max(0, version - begin)) }]
      : [];
  });
}

/**
 * Names and pins are in no log. What a person gave here goes along, but over no name that was given there: which
 * of two is the later one nothing tells.
 */
async function withGivenName(
  to: Pick<PlanStore, 'append'>,
  { record, generation, readOnly }: LoadedSession,
  { record: own, events }: Pick<ExportedSession, 'record' | 'events'>,
): Promise<Outcome> {
  const first = events.find((event) => event.type === 'plan_updated');
  const isGiven = first !== undefined && record.title !== titleFromPlan(first.data.plan);
  const title = isGiven ? record.title : own.title;
  const pinned = record.pinned ?? own.pinned;
  const isSame = title === record.title && pinned === record.pinned;
  if (isSame || readOnly) return 'there';
  const named = { ...record, title, ...(pinned && { pinned }) };
  const outcome = await to.append(record.key, generation, { record: named, events: [] });
  return outcome.kind === 'conflict' ? 'there' : 'copied';
}

/** Whether the log there is how the one here begins, or the same, or goes on from it. */
async function isBeginning(
  to: Pick<PlanStore, 'events'>,
  key: SessionKey,
  version: number,
  events: readonly PlanEvent[],
): Promise<boolean> {
  const compared = Math.min(version, events.length);
  if (compared === 0) return events.length === version;
  for (let after = 0; after < compared; after += PAGE) {
    const limit = Math.min(PAGE, compared - after);
    const page = await to.events(key, after, limit);
    if (page.kind === 'reset') return false;
    const isSame = page.events.every((event, at) => {
      const own = events[after + at];
      return own !== undefined && contentOf(event) === contentOf(own);
    });
    if (!isSame) return false;
  }
  return true;
}

/** Without its place: of a log whose beginning is dropped only the rest can be copied. */
function contentOf({ type, at, turn_id, call_id, data }: PlanEvent): string {
  return canonicalJson([type, at, turn_id, call_id, type === 'plan_updated' ? data.plan : data]);
}

/** A commit ends with each recorded call and each removal; the last one has the record as it is. */
async function commitsOf(
  store: Pick<PlanStore, 'recordedCall'>,
  record: SessionRecord,
  events: readonly PlanEvent[],
): Promise<SessionCommit[]> {
  const commits: SessionCommit[] = [];
  const answered = new Set<string>();
  let plan: PlanDocument | null = null;
  let begun: NewPlanEvent[] = [];
  for (const event of events) {
    begun.push(toNewEvent(event));
    const before: PlanDocument | null = plan;
    if (event.type === 'plan_updated') plan = event.data.plan;
    const removedSteps = removedBetween(before, plan);
    const id = event.call_id;
    const call =
      id === undefined || answered.has(id) ? undefined : await store.recordedCall(record.key, id);
    if (call) answered.add(call.call_id);
    if (!call && removedSteps.length === 0) continue;
    commits.push({
      record: { ...record, plan },
      events: begun,
      ...(call && { call }),
      ...(removedSteps.length > 0 && { removedSteps }),
    });
    begun = [];
  }
  const last = begun.length > 0 || commits.length === 0 ? { events: begun } : commits.pop();
  return [...commits, { events: [], ...last, record }];
}
