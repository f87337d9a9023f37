import {
  MAX_SESSION_PAGE,
  type PlanStore,
  type SessionSummary,
  type UnreadableSession,
} from './planStore';

export interface EverySession {
  readonly sessions: SessionSummary[];
  readonly unreadable: UnreadableSession[];
}

/** All sessions, newest update first, and what is listed and cannot be read. Rejects as the list does. */
export async function everySession(reader: Pick<PlanStore, 'list'>): Promise<EverySession> {
  const all: EverySession = { sessions: [], unreadable: [] };
  let after: string | undefined;
  do {
    const more = after === undefined ? {} : { after };
    const page = await reader.list({}, { limit: MAX_SESSION_PAGE, ...more });
    all.sessions.push(...page.sessions);
    all.unreadable.push(...page.unreadable);
    after = page.next;
  } while (after !== undefined);
  return all;
}
