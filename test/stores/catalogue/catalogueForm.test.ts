import assert from 'node:assert/strict';
import fc from 'fast-check';
import { Sentence } from '../../../src/domain/sentence';
import {
  decodeCatalogue,
  encodeCatalogue,
} from '../../../src/stores/sqlite/catalogue/catalogueForm';
import { sha256 } from '../../support/editSessionFile';

const { reason } = fc.letrec<{ reason: Sentence; value: string | number | Sentence }>((tie) => ({
  reason: fc
    .tuple(fc.string(), fc.array(tie('value'), { maxLength: 3 }))
    .map(([template, values]) => new Sentence(template, values)),
  value: fc.oneof({ depthSize: 'small' }, fc.string(), fc.integer(), tie('reason')),
}));

describe('the form of the catalogue', () => {
  it('[FC.51] gives back why a session is unreadable, so that it can still be translated', async () => {
    const entry = fc.record(
      { role: fc.constantFrom('live', 'lastGood'), reason },
      { noNullPrototype: true },
    );
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 5 }), async (all) => {
        const entries = new Map(
          all.map((unreadable, n) => [String(n), { live: 'a', lastGood: '-', unreadable }]),
        );
        const bytes = await encodeCatalogue(entries, sha256);
        assert.deepEqual(await decodeCatalogue(bytes, sha256), entries);
      }),
    );
  });
});
