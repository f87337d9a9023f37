import type { PlanEvent } from '../../src/domain/planEvent';
import type { SessionRecord } from '../../src/domain/session';
import type { CommittedChange, PlanReader, SessionSnapshot } from '../../src/service/planReader';
import type { EventPage } from '../../src/service/planStore';
import { updatePlanEvent } from '../protocol/revisionFixtures';

const HEADING = { title: 'T', coworker: 'chat', updated: '2026-01-02T03:04:05.000Z' };

/** Sessions in memory whose reads can be held back, cut off or made to fail. */
export class FakePlanReader implements PlanReader {
  readonly sessions = new Map<string, PlanEvent[]>();
  readonly #listeners = new Set<(change: CommittedChange) => void>();
  failure: Error | undefined;
  /** Events at and below this are not kept. */
  forgotten = 0;
  eventReads = 0;
  gate: Promise<void> = Promise.resolve();

  commit(session: string, count = 1): void {
    const events = this.sessions.get(session) ?? [];
    const steps = [{ id: 'a', description: 'A', status: 'pending' as const }];
    const fresh = Array.from({ length: count }, (_, index) =>
      updatePlanEvent(events.length + index + 1, { steps }),
    );
    this.sessions.set(session, [...events, ...fresh]);
    this.tell(session, fresh);
  }

  tell(session: string, events: readonly PlanEvent[], title = HEADING.title): void {
    const last = events.at(-1);
    const record: SessionRecord = {
      key: session,
      ...HEADING,
      title,
      created: HEADING.updated,
      required_capabilities: [],
      configuration: { planning: true, subtasks: false },
      plan: last?.type === 'plan_updated' ? last.data.plan : null,
    };
    for (const listener of this.#listeners) listener({ session, record, events });
  }

  async snapshot(session: string): Promise<SessionSnapshot | undefined> {
    const events = this.sessions.get(session);
    await this.gate;
    if (this.failure) throw this.failure;
    const last = events?.at(-1);
    if (!events || last?.type !== 'plan_updated') return undefined;
    const { plan } = last.data;
    return {
      key: session,
      ...HEADING,
      version: events.length,
      plan,
      problems: [],
      readOnly: false,
    };
  }

  events(session: string, after: number, limit: number): Promise<EventPage> {
    this.eventReads += 1;
    if (after < this.forgotten) return Promise.resolve({ kind: 'reset' });
    const events = (this.sessions.get(session) ?? []).slice(after, after + limit);
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
