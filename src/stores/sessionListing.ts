import * as z from 'zod/mini';
import { PlanError } from '../domain/planError';
import type {
  SessionFilter,
  SessionPage,
  SessionSummary,
  UnreadableSession,
} from '../service/planStore';
import { assertPageLimit } from './storeArguments';

/** Where a page ended: the place in the order, so that sessions that come or go shift nothing. */
const placeSchema = z.lazy(() => z.tuple([z.string(), z.string()]));
type Place = Pick<SessionSummary, 'updated' | 'key'>;

/** The page of all summaries that the filter and the place ask for; unreadable ones open the first page. */
export function pageOfSessions(
  summaries: readonly SessionSummary[],
  unreadable: readonly UnreadableSession[],
  filter: SessionFilter,
  page: { readonly limit: number; readonly after?: string },
): SessionPage {
  assertPageLimit(page.limit);
  const place = page.after === undefined ? undefined : placeOf(page.after);
  const wanted = summaries.filter(
    (session) =>
      (filter.workspace === undefined || (session.workspace ?? null) === filter.workspace) &&
      (!place || compareOrder(session, place) > 0),
  );
  const first = firstInOrder(wanted, page.limit);
  // Copies: what a caller does to them is no matter of the next list.
  const sessions = first.map((session) => ({ ...session }));
  const last = wanted.length > page.limit ? sessions.at(-1) : undefined;
  return {
    sessions,
    unreadable: place ? [] : unreadable,
    ...(last ? { next: nextAfter(last) } : {}),
  };
}

/** Without sorting all of them where one page is few of them. */
function firstInOrder(sessions: readonly SessionSummary[], count: number): SessionSummary[] {
  if (count >= sessions.length) return [...sessions].sort(compareOrder);
  const first: SessionSummary[] = [];
  for (const session of sessions) {
    const last = first[count - 1];
    if (last && compareOrder(session, last) > 0) continue;
    let [low, high] = [0, first.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareOrder(session, first[middle] as SessionSummary) < 0) high = middle;
      else low = middle + 1;
    }
    first.splice(low, 0, session);
    if (last) first.pop();
  }
  return first;
}

/** Newest update first, then by key; code units, so that every store sorts alike. */
function compareOrder(a: Place, b: Place): number {
  if (a.updated > b.updated) return -1;
  if (a.updated < b.updated) return 1;
  if (a.key === b.key) return 0;
  return a.key < b.key ? -1 : 1;
}

/** `next` of a page that ends there. */
export function nextAfter({ updated, key }: Place): string {
  return JSON.stringify([updated, key]);
}

/** The place that `next` of a page stands for. */
export function placeOf(after: string): Place {
  try {
    const [updated, key] = placeSchema.parse(JSON.parse(after));
    return { updated, key };
  } catch (cause) {
    throw new PlanError('invalid_input', 'This is not the end of a page of sessions.', { cause });
  }
}
