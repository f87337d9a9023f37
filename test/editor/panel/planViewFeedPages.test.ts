import assert from 'node:assert/strict';
import type { RevisionPage } from '../../../src/protocol/webviewMessages';
import { FakePlanReader } from '../fakePlanReader';
import { openFeed } from './planViewFeedBench';

const MANY = 2_500;

async function openLong(prepare: (reader: FakePlanReader) => void = () => undefined) {
  const reader = new FakePlanReader();
  reader.commit('a', MANY);
  prepare(reader);
  const bench = openFeed(reader);
  bench.feed.follow('a');
  bench.feed.show();
  const [, snapshot] = await bench.settle();
  assert.ok(snapshot?.kind === 'snapshot' && snapshot.content.state === 'plan');
  const listed = snapshot.content.view.revisions;
  const page = async (before: string): Promise<RevisionPage> => {
    const answer = await bench.feed.page('a', before);
    assert.ok(answer.ok && answer.value.kind === 'page');
    return answer.value;
  };
  /** All lines, page by page, as a person who scrolls gets them. */
  const scrolled = async () => {
    const lines = [...listed];
    for (let more = true; more;) {
      const next = await page(lines.at(-1)?.cursor ?? '');
      lines.push(...next.revisions);
      more = next.more;
    }
    return lines;
  };
  return { ...bench, reader, listed, page, scrolled };
}

/** From one revision down to another. */
function down(from: number, to: number): number[] {
  return Array.from({ length: from - to + 1 }, (_, index) => from - index);
}

describe('the older part of a long list of revisions', () => {
  it('is told page by page, each line once, to the first one', async () => {
    const { scrolled, listed, page } = await openLong();
    assert.equal(listed.length, 1_000);
    const lines = await scrolled();
    assert.deepEqual(
      lines.map(({ revision }) => revision),
      down(MANY, 1),
    );
    assert.ok(lines.every(({ changes }) => changes !== null));
    assert.deepEqual(await page('1'), { kind: 'page', session: 'a', revisions: [], more: false });
  });

  it('leaves out what is lost and says that it does not know what the next one changed', async () => {
    const lost = [1_499, 1_200, 1_199, 3];
    const { scrolled } = await openLong((reader) => {
      for (const sequence of lost) reader.lost.add(sequence);
    });
    const lines = await scrolled();
    assert.deepEqual(
      lines.map(({ revision }) => revision),
      down(MANY, 1).filter((revision) => !lost.includes(revision)),
    );
    const unexplained = lines.filter(({ changes }) => changes === null);
    assert.deepEqual(
      unexplained.map(({ revision }) => revision),
      [1_500, 1_201, 4],
    );
  });

  it('opens any kept revision, also those that no message listed', async () => {
    const { feed, reader } = await openLong((one) => one.lost.add(700));
    for (const revision of [MANY, MANY - 999, MANY - 1_000, 701, 2, 1]) {
      reader.eventReads = 0;
      const answer = await feed.revision('a', revision);
      assert.ok(answer.ok && answer.value.kind === 'revision', String(revision));
      assert.equal(answer.value.plan.revision, revision);
      // Beside the lost event the history is halved; elsewhere the first read finds it.
      assert.ok(
        reader.eventReads <= (revision === 701 ? 20 : 1),
        `${String(reader.eventReads)} reads`,
      );
    }
    for (const revision of [700, MANY + 1])
      assert.deepEqual(await feed.revision('a', revision), { ok: false, error: 'not_found' });
  });

  it('is that of the session as it went on after it had gone back', async () => {
    const { feed, reader, settle, page } = await openLong();
    reader.rewind('a', 1_200);
    reader.commit('a', 2);
    await settle();
    const { revisions } = await page('1202');
    assert.equal(revisions[0]?.revision, 1_201);
    const stored = reader.sessions.get('a') ?? [];
    assert.equal(revisions[0].call_id, stored[1_200]?.call_id);
    const answer = await feed.revision('a', 1_201);
    assert.ok(answer.ok && answer.value.kind === 'revision');
    assert.equal(answer.value.plan.call_id, stored[1_200]?.call_id);
    assert.deepEqual(await feed.revision('a', 1_203), { ok: false, error: 'not_found' });
  });

  it('is not told of a session that is not followed, nor where it cannot be read', async () => {
    const { feed, reader, log } = await openLong();
    assert.deepEqual(await feed.page('b', '9'), { ok: false, error: 'not_found' });
    reader.events = () => Promise.reject(new Error('locked'));
    for (const answer of [await feed.page('a', '9'), await feed.revision('a', 5)])
      assert.deepEqual(answer, { ok: false, error: 'unavailable' });
    assert.equal(log.entries.length, 2);
  });
});
