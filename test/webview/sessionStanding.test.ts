import assert from 'node:assert/strict';
import type { SessionRow } from '../../src/protocol/sessionRow';
import { TimeWords } from '../../webview/relativeTime';
import { standingOf, standingText } from '../../webview/sessions/sessionStanding';
import { rowOf } from './sessionFixtures';

const times = new TimeWords('en', 'now');
const texts = {
  text: (key: string, ...values: (string | number)[]): string => [key, ...values].join(' '),
};

function said(row: SessionRow): string {
  const now = Date.now();
  return standingText(row, standingOf(row, now), { texts, times, now });
}

describe('what a row of the list says', () => {
  const DAY = 24 * 60;

  it('says what a session is doing now, or how many steps are open', () => {
    assert.equal(said(rowOf('a', 29, { current: 'Writing' })), 'Writing');
    assert.equal(said(rowOf('a', 29)), 'rowOpen 3');
    assert.equal(said(rowOf('a', 29, { open: 1 })), 'rowOpenOne');
  });

  it('[FC.31] says since when open steps were not updated, and what is old is not current', () => {
    assert.match(
      said(rowOf('a', 31, { current: 'Writing' })),
      /^rowStale rowOpen 3 (yesterday|\d+:\d\d.[AP]M)$/,
    );
    assert.equal(said(rowOf('a', DAY, { open: 1 })), 'rowStale rowOpenOne yesterday');
    assert.match(said(rowOf('a', 60 * DAY)), /^rowStale rowOpen 3 [A-Z][a-z]+ \d+$/);
    assert.match(said(rowOf('a', 400 * DAY)), /^rowStale rowOpen 3 [A-Z][a-z]+ \d{4}$/);
  });

  it('puts first what waits for the person, whatever else is true', () => {
    assert.equal(said(rowOf('a', 2 * DAY, { review: 4 })), 'rowReview 4');
    assert.equal(said(rowOf('a', 1, { review: 4, completed: 3, open: 0 })), 'rowReview 4');
  });

  it('[DP.94] calls a plan complete in the name of the agent only where every step is', () => {
    assert.equal(said(rowOf('a', DAY, { completed: 3, open: 0 })), 'rowDone');
    assert.equal(said(rowOf('a', DAY, { completed: 2, open: 0 })), 'rowClosed');
    assert.equal(said(rowOf('a', DAY, { total: 0, open: 0, revision: 0 })), 'rowEmpty');
  });
});
