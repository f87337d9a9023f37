import type { PlanEvent } from '../../src/domain/planEvent';
import type { SessionRecord } from '../../src/domain/session';
import type { CommittedChange, PlanReader, SessionSnapshot } from '../../src/service/planReader';
import type { EventPage, StoreProblem } from '../../src/service/planStore';
import { updatePlanEvent } from '../protocol/revisionFixtures';

const HEADING = { coworker: 'chat', updated: '2026-01-02T03:04:05.000Z' };

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
  #commits = 0;
  eventReads = 0;
  snapshotReads = 0;
  gate: Promise<void> = Promise.resolve();

  commit(session: string, count = 1): void {
    this.tell(session, this.commitUnheard(session, count));
  }

  /** As another process does it: nobody here is told. */
  commitUnheard(session: string, count = 1): readonly PlanEvent[] {
    const events = this.sessions.get(session) ?? [];
    const steps = [{ id: 'a', description: 'A', status: 'pending' as const }];
    const fresh = Array.from({ length: count }, (_, index) => {
      const call_id = `commit-${String(++this.#commits)}`;
      return updatePlanEvent(events.length + index + 1, { steps, call_id });
    });
    this.sessions.set(session, [...events, ...fresh]);
    return fresh;
  }

  /** The stored session goes back to an earlier version; nobody is told. */
  rewind(session: string, version: number): void {
    this.sessions.set(session, (this.sessions.get(session) ?? []).slice(0, version));
  }

  tell(session: string, events: readonly PlanEvent[]): void {
    const last = events.at(-1);
    const record: SessionRecord = {
      key: session,
      ...HEADING,
      title: this.title,
      created: HEADING.updated,
      required_capabilities: [],
      configuration: { planning: true, subtasks: false },
      plan: last?.type === 'plan_updated' ? last.data.plan : null,
    };
    const { problems } = this;
    for (const listener of this.#listeners)
      listener({ session, record, before: null, events, problems });
  }

  async snapshot(session: string): Promise<SessionSnapshot | undefined> {
    this.snapshotReads += 1;
    const events = this.sessions.get(session);
    const { problems } = this;
    await this.gate;
    if (this.failure) throw this.failure;
    const last = events?.at(-1);
    if (!events || last?.type !== 'plan_updated') return undefined;
    const { plan } = last.data;
    return {
      key: session,
      ...HEADING,
      title: this.title,
      version: events.length,
      plan,
      turn: null,
      problems,
      readOnly: false,
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

  list(): Promise<never> {
    throw new Error('The view does not list sessions.');
  }

  onDidCommit(listener: (change: CommittedChange) => void) {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  }
}
