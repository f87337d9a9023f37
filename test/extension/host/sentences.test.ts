import assert from 'node:assert/strict';
import { sentence, verbatim } from '../../../src/domain/sentence';
import { inWords } from '../../../src/editor/inWords';

describe('sentences in the editor', () => {
  it('[FC.49] show what stands in them as it is', () => {
    for (const odd of ['{0}', '{1} {0}', '{', '$& {name}', '']) {
      const inner = sentence`its id "${odd}" is taken and it is not shown`;
      const said = sentence`Step ${1} of "${odd}" is not as it was stored: ${inner}. Its row is kept in the file.`;
      assert.equal(inWords(said), String(said));
      assert.equal(inWords(verbatim(odd)), odd);
    }
  });
});
