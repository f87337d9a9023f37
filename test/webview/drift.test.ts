import assert from 'node:assert/strict';
import type { ChangeSummary, RevisionHeader } from '../../src/protocol/planView';
import { driftSince } from '../../webview/plan/drift';

/** Lines of revisions that changed in these ways, newest first, down from `latest`. */
function lines(latest: number, changes: readonly (ChangeSummary | null)[]): RevisionHeader[] {
  return changes.map((each, index) => ({
    ...{ revision: latest - index, cursor: '1', at: '', turn_id: 't', call_id: 'c', name: '' },
    ...{ completed: 0, total: 1, changes: each },
  }));
}

const done: ChangeSummary = [{ kind: 'done', count: 1 }];
const renamed: ChangeSummary = [{ kind: 'renamed', count: 1 }];

describe('driftSince', () => {
  it('counts the revisions that made another plan of it, and not those that carried it out', () => {
    const both: ChangeSummary = [...done, ...renamed];
    assert.equal(driftSince(2, 7, lines(7, [done, both, renamed, [], done, renamed])), 2);
    assert.equal(driftSince(6, 7, lines(7, [done, renamed])), 0);
    assert.equal(driftSince(7, 7, lines(7, [renamed])), 0);
    assert.equal(driftSince(5, 7, lines(7, [renamed, renamed, done, done, done])), 2);
  });

  it('counts what is not known as a change', () => {
    assert.equal(driftSince(4, 7, lines(7, [null, done, done])), 1);
    assert.equal(driftSince(1, 7, lines(7, [done, done])), 4);
    assert.equal(driftSince(9, 7, []), 0);
  });
});
