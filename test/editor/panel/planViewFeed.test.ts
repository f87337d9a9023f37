import assert from 'node:assert/strict';
import { PlanError } from '../../../src/domain/planError';
import { sentence } from '../../../src/domain/sentence';
import { FakePlanReader } from '../fakePlanReader';
import { kinds, openFeed } from './planViewFeedBench';

describe('planViewFeed', () => {
  it('shows the followed session, then what is committed to it and to no other', async () => {
    const { reader, feed, settle } = openFeed(new FakePlanReader());
    reader.commit('a', 3);
    feed.follow('a');
    assert.deepEqual(await settle(), [], 'nothing before the view is there');
    feed.show();
    assert.deepEqual(kinds(await settle()), ['reset a', 'snapshot a plan at 3']);
    reader.commit('a');
    reader.commit('b');
    assert.deepEqual(kinds(await settle()), ['event a 3-4']);
  });

  it('tells of a first commit at once, and of a burst that follows as one', async () => {
    const { reader, feed, settle, posts } = openFeed(new FakePlanReader());
    reader.commit('a');
    feed.follow('a');
    feed.show();
    await settle();
    for (let call = 0; call < 50; call += 1) {
      reader.commit('a');
      assert.equal(posts.length, 1);
    }
    const told = await settle();
    assert.deepEqual(kinds(told), ['event a 1-2', 'event a 2-51']);
    const [, event] = told;
    assert.ok(event?.kind === 'event');
    assert.equal(event.plan?.revision, 51);
    assert.equal(event.revisions.length, 49);
  });

  it('says that there is nothing where no chat is followed or none has a plan', async () => {
    const { reader, feed, settle } = openFeed(new FakePlanReader());
    feed.show();
    assert.deepEqual(kinds(await settle()), ['reset null', 'snapshot null none']);
    feed.follow('a');
    assert.deepEqual(kinds(await settle()), ['reset a', 'snapshot a none']);
    reader.commit('a');
    assert.deepEqual(kinds(await settle()), ['event a 0-1']);
  });

  it('[FC.4] loses nothing while the view is hidden, and reads only what is new', async () => {
    const { reader, feed, settle } = openFeed(new FakePlanReader());
    reader.commit('a', 450);
    feed.follow('a');
    feed.show();
    await settle();
    const reads = reader.eventReads;
    feed.pause();
    reader.commit('a', 2);
    assert.deepEqual(await settle(), []);
    feed.show();
    const [snapshot] = await settle();
    assert.deepEqual(kinds(snapshot ? [snapshot] : []), ['snapshot a plan at 452']);
    assert.ok(snapshot?.kind === 'snapshot' && snapshot.content.state === 'plan');
    assert.equal(snapshot.content.view.revisions.length, 452);
    assert.equal(reader.eventReads, reads);
  });

  it('[FC.3] never shows one chat in another, however quickly they change', async () => {
    const { reader, feed, settle } = openFeed(new FakePlanReader());
    reader.commit('a', 2);
    feed.follow('a');
    feed.show();
    for (let turn = 0; turn < 20; turn += 1) {
      feed.follow(turn % 2 === 0 ? 'b' : 'a');
      reader.commit('a');
      if (turn % 3 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    feed.follow('b');
    let followed: string | null = null;
    for (const post of await settle()) {
      if (post.kind === 'reset') followed = post.session;
      else assert.equal(post.session, followed);
    }
    assert.equal(followed, 'b');
  });

  it('tells of a commit that came while the snapshot was read', async () => {
    const { reader, feed, settle } = openFeed(new FakePlanReader());
    reader.commit('a', 2);
    const showWhileCommitting = async (): Promise<string[]> => {
      let open: () => void = () => undefined;
      reader.gate = new Promise((resolve) => (open = resolve));
      feed.show();
      reader.commit('a');
      open();
      return kinds(await settle());
    };
    feed.follow('a');
    assert.deepEqual(await showWhileCommitting(), [
      'reset a',
      'snapshot a plan at 2',
      'snapshot a plan at 3',
    ]);
    assert.deepEqual(await showWhileCommitting(), ['snapshot a plan at 3', 'snapshot a plan at 4']);
  });

  it('waits for a slow read to end, however many commits come meanwhile', async () => {
    const { reader, feed, settle } = openFeed(new FakePlanReader());
    reader.commit('a', 2);
    feed.follow('a');
    let open: () => void = () => undefined;
    reader.gate = new Promise((resolve) => (open = resolve));
    feed.show();
    for (let call = 0; call < 5; call += 1) {
      reader.commit('a');
      await settle();
    }
    assert.equal(reader.snapshotReads, 1);
    open();
    assert.deepEqual(kinds(await settle()), ['snapshot a plan at 2', 'snapshot a plan at 7']);
  });

  it('reads anew after commits that it was not told of', async () => {
    const { reader, feed, settle } = openFeed(new FakePlanReader());
    reader.commit('a', 2);
    feed.follow('a');
    feed.show();
    await settle();
    reader.commitUnheard('a', 2);
    reader.commit('a');
    assert.deepEqual(kinds(await settle()), ['snapshot a plan at 5']);
  });

  it('looks again where something else may have changed the session, once for many times', async () => {
    const { reader, feed, settle } = openFeed(new FakePlanReader());
    feed.follow('a');
    reader.commitUnheard('a', 2);
    feed.recheck();
    assert.deepEqual(await settle(), [], 'hidden');
    feed.show();
    await settle();
    reader.snapshotReads = 0;
    reader.commitUnheard('a');
    for (let change = 0; change < 20; change += 1) feed.recheck();
    assert.deepEqual(kinds(await settle()), ['snapshot a plan at 3', 'snapshot a plan at 3']);
    assert.equal(reader.snapshotReads, 2);
    feed.follow('a');
    assert.deepEqual(await settle(), []);
  });

  it('shows a new title, which has no event', async () => {
    const { reader, feed, settle } = openFeed(new FakePlanReader());
    reader.commit('a');
    feed.follow('a');
    feed.show();
    await settle();
    reader.tell('a', []);
    assert.deepEqual(kinds(await settle()), ['snapshot a plan at 1']);
  });

  it('tells of a problem with the stored data as soon as it appears, changes and ends', async () => {
    const { reader, feed, settle } = openFeed(new FakePlanReader());
    reader.commit('a');
    feed.follow('a');
    feed.show();
    await settle();
    const kind = 'restored_last_good';
    for (const problems of [
      [{ kind, message: sentence`Moved ${'aside'}.` }],
      [{ kind, message: sentence`Moved aside.`, location: '/sessions/a.damaged' }],
      [],
    ] as const) {
      reader.problems = problems;
      reader.commit('a');
      const [snapshot, ...more] = await settle();
      assert.ok(snapshot?.kind === 'snapshot' && snapshot.content.state === 'plan');
      const shown = problems.map((problem) => ({
        ...problem,
        message: `[${String(problem.message)}]`,
      }));
      assert.deepEqual([snapshot.content.view.problems, more], [shown, []]);
      reader.commit('a');
      assert.deepEqual(
        (await settle()).map((post) => post.kind),
        ['event'],
      );
    }
  });

  it('says what is wrong with the store, without the text of a bug, and recovers', async () => {
    const { reader, feed, settle, log } = openFeed(new FakePlanReader());
    reader.commit('a');
    feed.follow('a');
    const location = '/sessions/a.sqlite';
    const details = { retry: true, location };
    reader.failure = new PlanError('store_unavailable', 'The file is locked.', { details });
    feed.show();
    const [, locked] = await settle();
    assert.ok(locked?.kind === 'snapshot' && locked.content.state === 'unavailable');
    assert.deepEqual(locked.content.problem, {
      kind: 'unreadable',
      message: '[The file is locked.]',
      location,
    });
    reader.failure = new TypeError('x is undefined');
    feed.show();
    const [bug] = await settle();
    assert.ok(bug?.kind === 'snapshot' && bug.content.state === 'unavailable');
    assert.match(bug.content.problem.message, /^\[An unexpected error .* log/);
    assert.equal(log.entries.filter(({ level }) => level === 'error').length, 2);
    reader.failure = undefined;
    reader.commit('a');
    assert.deepEqual(kinds(await settle()), ['snapshot a plan at 2']);
  });

  it('opens any revision of the followed session', async () => {
    const { reader, feed, settle } = openFeed(new FakePlanReader());
    reader.commit('a', 3);
    reader.commit('b');
    feed.follow('a');
    feed.show();
    await settle();
    const answer = await feed.revision('a', 2);
    assert.ok(answer.ok && answer.value.kind === 'revision');
    assert.equal(answer.value.plan.revision, 2);
    assert.deepEqual(await feed.revision('a', 9), { ok: false, error: 'not_found' });
    assert.deepEqual(await feed.revision('b', 1), { ok: false, error: 'not_found' });
  });

  it('is silent after it was disposed', async () => {
    const { reader, feed, settle } = openFeed(new FakePlanReader());
    feed.follow('a');
    feed.show();
    feed.dispose();
    reader.commit('a');
    const posts = await settle();
    assert.deepEqual(kinds(posts), ['reset a']);
  });
});
