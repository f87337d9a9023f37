import assert from 'node:assert/strict';
import { RevisionLog } from '../../../src/editor/history/revisionLog';
import { FakePlanReader } from '../fakePlanReader';

async function caughtUp(log: RevisionLog): Promise<RevisionLog> {
  const found = await log.caughtUp();
  assert.ok(found !== 'rewound');
  return found.log;
}

const revisions = (log: RevisionLog) => log.headers.map(({ revision }) => revision);
const answers = (log: RevisionLog) => log.reviews.map(({ revision }) => revision);

describe('revisionLog, where what was not a revision is gone and others came', () => {
  it('has all that came, when it knew of no revision before', async () => {
    const reader = new FakePlanReader();
    reader.review('a');
    const log = await caughtUp(new RevisionLog('a', reader));
    reader.rewind('a', 0);
    reader.commitUnheard('a', 2);
    const now = await caughtUp(log);
    assert.deepEqual([revisions(now), answers(now)], [[2, 1], []]);
  });

  it('has all that came after the last revision that stayed, and nothing that went', async () => {
    const reader = new FakePlanReader();
    reader.commit('a', 3);
    reader.review('a');
    const log = await caughtUp(new RevisionLog('a', reader));
    assert.deepEqual([revisions(log), answers(log)], [[3, 2, 1], [3]]);
    reader.rewind('a', 3);
    reader.commitUnheard('a', 2);
    const now = await caughtUp(log);
    assert.deepEqual([revisions(now), answers(now)], [[5, 4, 3, 2, 1], []]);
    assert.ok(now.headers.every(({ changes }) => changes !== null));
  });

  it('keeps the answers before and after the last revision, each once', async () => {
    const reader = new FakePlanReader();
    reader.commit('a', 1);
    reader.review('a');
    reader.commit('a', 1);
    reader.review('a');
    const log = await caughtUp(new RevisionLog('a', reader));
    reader.review('a');
    const now = await caughtUp(log);
    assert.deepEqual(
      [revisions(now), answers(now)],
      [
        [2, 1],
        [2, 2, 1],
      ],
    );
  });

  it('tells logs of one history from those of a history that went back', async () => {
    const reader = new FakePlanReader();
    reader.commit('a', 2);
    const before = await caughtUp(new RevisionLog('a', reader));
    reader.commit('a', 2);
    const later = await caughtUp(new RevisionLog('a', reader));
    reader.rewind('a', 1);
    reader.commit('a', 1);
    const other = await caughtUp(new RevisionLog('a', reader));
    const nothing = new RevisionLog('a', reader);
    for (const [one, two, differ] of [
      [before, later, false],
      [before, before, false],
      [before, other, true],
      [later, other, true],
      [nothing, other, false],
    ] as const) {
      assert.equal(one.contradicts(two), differ);
      assert.equal(two.contradicts(one), differ);
    }
  });
});
