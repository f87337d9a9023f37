import assert from 'node:assert/strict';
import { draftSchema, type Draft } from '../../../src/domain/steering/draft';
import { assertStrict } from '../../support/assertStrict';

const SEEN = { id: 'a', description: 'Do a', status: 'pending' } as const;
const PLACE = { after: 'a', before: 'b' };

/** One wish of each kind, with everything that may be left out. */
const EVERYTHING: Draft = {
  changes: [
    { kind: 'text', step: SEEN, text: 'Do more' },
    { kind: 'status', step: SEEN, status: 'cancelled' },
    { kind: 'place', step: SEEN, place: PLACE },
    {
      ...{ kind: 'add', id: 'n', text: 'New', others: ['a'] },
      ...{ status: 'pending', parent: 'a', place: PLACE },
    },
  ],
  typing: { step: 'a', text: 'Do m', was: 'Do a', from: 1, to: 4 },
  sent: { revision: 3, answered: false },
};

describe('a draft as it is kept', () => {
  it('is read as it was written, and with nothing more or less', () => {
    assertStrict(draftSchema, EVERYTHING, ['typing', 'sent', 'others']);
  });

  it('may have a new step outermost, at the beginning and at the end', () => {
    const [, , , added] = EVERYTHING.changes;
    const outermost = { ...added, parent: null, place: { after: null, before: null } };
    assert.ok(draftSchema.safeParse({ changes: [outermost] }).success);
    assert.ok(!draftSchema.safeParse({ changes: [{ ...added, kind: 'remove' }] }).success);
  });
});
