import type { PlanDocument } from '../../src/domain/plan';
import type { PlanEvent, PlanEventBody } from '../../src/domain/planEvent';
import type { PlanModeState } from '../../src/domain/planMode';
import type { SessionRecord } from '../../src/domain/session';
import type { CommittedChange, PlanReader, SessionSnapshot } from '../../src/service/planReader';
import type {
  EventPage,
  SessionPage,
  SessionSummary,
  StoreProblem,
} from '../../src/service/planStore';
import { summaryOf } from '../../src/service/sessionSummary';
import { updatePlanEvent } from '../protocol/revisionFixtures';

const HEADING = { updated: '2026-01-02T03:04:05.000Z' };

/** Sessions in memory whose reads can be held back, cut off or made to fail. */
export class FakePlanReader implements PlanReader {
  readonly sessions = new Map<string, PlanEvent[]>();
  readonly #listeners = new Set<(change: CommittedChange) => void>();
  failure: Error | undefined;
  /** Events at and below this are not kept. */
  forgotten = 0;
  /** Sequences of events that cannot be read. */
  readonly lost = new Set<number>();
  problems: readonly StoreProblem[] = [];
  title = 'T';
  coworker = 'chat';
  pinned = false;
  planMode: PlanModeState | null = null;
  /** The turns in the records, and whether their owners live. */
  readonly turns = new Map<string, NonNullable<SessionSnapshot['turn']>>();
  #commits = 0;
  eventReads = 0;
  snapshotReads = 0;
  gate: Promise<void> = Promise.resolve();

  get listening(): number {
    return this.#listeners.size;
  }

  commit(session: string, count = 1): void {
    this.tell(session, this.commitUnheard(session, count));
  }

  /** As another process does it: nobody here is told. */
  commitUnheard(session: string, count = 1): readonly PlanEvent[] {
    const events = this.sessions.get(session) ?? [];
    const steps = [{ id: 'a', description: 'A', status: 'pending' as const }];
    const fresh = Array.from({ length: count }, (_, index) => {
      const call_id = `commit-${String(++this.#commits)}`;
      const revision = this.#revision(events) + index + 1;
      const sequence = events.length + index + 1;
      return { ...updatePlanEvent(revision, { steps, call_id }), sequence };
    });
    this.sessions.set(session, [...events, ...fresh]);
    return fresh;
  }

  beginTurn(session: string, turn_id = `turn-${String(++this.#commits)}`): void {
    this.turns.set(session, { turn_id, state: 'running' });
    this.tell(session, this.#append(session, { type: 'turn_started', data: {}, turn_id }));
  }

  endTurn(session: string): void {
    const turn_id = this.turns.get(session)?.turn_id ?? '';
    this.turns.delete(session);
    const data = { outcome: 'completed' as const };
    this.tell(session, this.#append(session, { type: 'turn_ended', data, turn_id }));
  }

  /** A person answered for the revision that is there. */
  review(session: string): void {
    const revision = Math.max(1, this.#revision(this.sessions.get(session) ?? []));
    const data = { revision, outcome: 'approved' as const };
    const at = `answer-${String(++this.#commits)}`;
    this.tell(session, this.#append(session, { type: 'plan_reviewed', data, at }));
  }

  #append(session: string, body: PlanEventBody & Partial<PlanEvent>): readonly PlanEvent[] {
    const events = this.sessions.get(session) ?? [];
    const event: PlanEvent = { at: HEADING.updated, ...body, sequence: events.length + 1 };
    this.sessions.set(session, [...events, event]);
    return [event];
  }

  #lastWrite(events: readonly PlanEvent[]): PlanDocument | undefined {
    const last = events.findLast((event) => event.type === 'plan_updated');
    return last?.type === 'plan_updated' ? last.data.plan : undefined;
  }

  #revision(events: readonly PlanEvent[]): number {
    return events.filter(({ type }) => type === 'plan_updated').length;
  }

  /** The stored session goes back to an earlier version; nobody is told. */
  rewind(session: string, version: number): void {
    this.sessions.set(session, (this.sessions.get(session) ?? []).slice(0, version));
  }

  tell(session: string, events: readonly PlanEvent[]): void {
    const { problems } = this;
    const record = this.#record(session);
    for (const listener of this.#listeners)
      listener({ session, record, before: null, events, problems });
  }

  #record(session: string): SessionRecord {
    const last = this.#lastWrite(this.sessions.get(session) ?? []);
    const turn = this.turns.get(session);
    return {
      key: session,
      ...HEADING,
      title: this.title,
      coworker: this.coworker,
      ...(turn && {
        turn: {
          turn_id: turn.turn_id,
          owner: 'o',
          process_id: 1,
          host: 'h',
          lease: HEADING.updated,
        },
      }),
      created: HEADING.updated,
      required_capabilities: [],
      configuration: { planning: true, subtasks: false },
      plan: last ?? null,
      ...(this.pinned && { pinned: true as const }),
    };
  }

  async summary(session: string): Promise<SessionSummary | undefined> {
    await this.gate;
    if (this.failure) throw this.failure;
    return this.sessions.has(session) ? summaryOf(this.#record(session)) : undefined;
  }

  async snapshot(session: string): Promise<SessionSnapshot | undefined> {
    this.snapshotReads += 1;
    const events = this.sessions.get(session);
    const { problems } = this;
    const turn = this.turns.get(session) ?? null;
    await this.gate;
    if (this.failure) throw this.failure;
    if (!events || events.length === 0) return undefined;
    const plan = this.#lastWrite(events) ?? null;
    return {
      key: session,
      ...HEADING,
      title: this.title,
      coworker: this.coworker,
      version: events.length,
      plan,
      turn,
      problems,
      readOnly: false,
      ...{ planMode: this.planMode, approved: null, pinned: this.pinned },
    };
  }

  events(session: string, after: number, limit: number): Promise<EventPage> {
    this.eventReads += 1;
    const all = this.sessions.get(session) ?? [];
    const events = all.slice(after, after + limit);
    const broken = events.some(({ sequence }) => this.lost.has(sequence));
    if (broken || after < this.forgotten || after > all.length) {
      return Promise.resolve({ kind: 'reset' });
    }
    return Promise.resolve({ kind: 'events', events });
  }

  list(): Promise<SessionPage> {
    const sessions = [...this.sessions.keys()].map((session) => summaryOf(this.#record(session)));
    return Promise.resolve({ sessions, unreadable: [] });
  }

  onDidChangeElsewhere() {
    return { dispose: () => undefined };
  }

  onDidCommit(listener: (change: CommittedChange) => void) {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  }
}
