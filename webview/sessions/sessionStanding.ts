import type { SessionRow } from '../../src/protocol/sessionRow';
import type { TimeWords } from '../relativeTime';
import type { Texts } from '../texts';

/** What a row is about, in the order in which it is decided: the first that is true is said. */
export type Standing = 'review' | 'empty' | 'done' | 'closed' | 'stale' | 'current' | 'open';

/** Open steps of which nothing was heard for so long are no longer called current, in milliseconds. */
export const STALE_AFTER = 30 * 60_000;

/** `now` is in milliseconds. */
export function standingOf(row: SessionRow, now: number): Standing {
  if (row.review !== null) return 'review';
  if (row.total === 0) return 'empty';
  if (row.completed === row.total) return 'done';
  if (row.open === 0) return 'closed';
  if (now - Date.parse(row.updated) > STALE_AFTER) return 'stale';
  return row.current === '' ? 'open' : 'current';
}

/** The standing in words; that all is done is the agent's word, and nothing is ever said to run. */
export function standingText(
  row: SessionRow,
  standing: Standing,
  words: { readonly texts: Texts; readonly times: TimeWords; readonly now: number },
): string {
  const { texts, times, now } = words;
  switch (standing) {
    case 'review':
      return texts.text('rowReview', row.review ?? 0);
    case 'empty':
      return texts.text('rowEmpty');
    case 'done':
      return texts.text('rowDone');
    case 'closed':
      return texts.text('rowClosed');
    case 'stale':
      return texts.text('rowStale', openText(row, texts), times.since(row.updated, now));
    case 'current':
      return row.current;
    case 'open':
      return openText(row, texts);
  }
}

export function openText({ open }: Pick<SessionRow, 'open'>, texts: Texts): string {
  return open === 1 ? texts.text('rowOpenOne') : texts.text('rowOpen', open);
}
