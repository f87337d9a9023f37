import assert from 'node:assert/strict';
import { PlanError } from '../../../src/domain/planError';
import { sentence } from '../../../src/domain/sentence';
import { MAX_ROWS } from '../../../src/protocol/sessionRow';
import { openPlanning } from '../../service/planModeFixtures';
import { openWindows } from '../planWindows';
import { byKey, HERE, openSessionsFeed, parts, rowsOf } from './sessionsFeedBench';

async function openList() {
  const windows = openWindows();
  const { here, there } = windows;
  await here.write('a', HERE);
  await there.write('b');
  const list = openSessionsFeed(here.service);
  return { ...windows, ...list };
}

describe('sessionsFeed', () => {
  it('tells all sessions when the view wants them, newest first, and marks those of this workspace', async () => {
    const { feed, settle, view } = await openList();
    feed.watch(true);
    assert.deepEqual(await settle(), [], 'the view is not there yet');
    feed.show();
    assert.deepEqual(parts(await settle()), ['first b1 a1']);
    assert.deepEqual(
      view.rows.map(({ session, isHere }) => [session, isHere]),
      [
        ['b', false],
        ['a', true],
      ],
    );
    assert.equal(view.done, true);
  });

  it('goes on with what differs, whichever window changed, made, named, pinned or removed it', async () => {
    const { feed, settle, here, there, stored, view } = await openList();
    feed.watch(true);
    feed.show();
    await settle();
    await here.write('a', HERE);
    assert.deepEqual(parts(await settle()), ['change a2']);
    await there.write('c', HERE);
    assert.deepEqual(parts(await settle()), ['change c1']);
    const session = 'a';
    await here.service.execute({ kind: 'rename_session', session, title: 'New' });
    await there.service.execute({ kind: 'pin_session', session, pinned: true });
    assert.deepEqual(parts(await settle()).at(-1), 'change a2');
    await there.remove('b');
    assert.deepEqual(parts(await settle()), ['change -b']);
    await here.service.execute({ kind: 'begin_turn', session: 'c' });
    assert.deepEqual(parts(await settle()), [], 'nothing of the row changed');
    assert.deepEqual(byKey(view.rows), rowsOf(await stored()));
    assert.equal(view.rows.find((row) => row.session === 'a')?.title, 'New');
  });

  it('[FC.34] tells of a first change at once and makes one message of a burst', async () => {
    const { feed, settle, here, posts } = await openList();
    feed.watch(true);
    feed.show();
    await settle();
    for (let revision = 0; revision < 50; revision += 1) await here.write('a', HERE);
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(posts.length, 1);
    const told = await settle();
    assert.equal(told.length, 2);
    assert.equal(told.at(-1)?.rows[0]?.revision, 51);
  });

  it('sends nothing while it is off or hidden, and everything to a view that is back', async () => {
    const { feed, settle, here } = await openList();
    feed.show();
    await here.write('a', HERE);
    assert.deepEqual(await settle(), []);
    feed.watch(true);
    await settle();
    for (const away of ['hidden', 'off']) {
      if (away === 'hidden') feed.pause();
      else feed.watch(false);
      const loads = here.loads;
      await here.write('a', HERE);
      await here.write('b');
      assert.deepEqual(await settle(), [], away);
      assert.ok(here.loads - loads <= 2, 'nothing is read in vain');
      if (away === 'hidden') feed.show();
      else feed.watch(true);
      const [first, ...more] = await settle();
      assert.deepEqual([first?.part, first?.rows.length, more], ['first', 2, []]);
    }
  });

  it('drops a list that was on its way when the view went away', async () => {
    const { feed, settle, here } = await openList();
    let open: () => void = () => undefined;
    here.gate = new Promise((resolve) => (open = resolve));
    feed.watch(true);
    feed.show();
    await settle();
    feed.pause();
    open();
    assert.deepEqual(await settle(), []);
    feed.show();
    feed.show();
    assert.deepEqual(parts(await settle()), ['first b1 a1']);
  });

  it('tells, after a slow read, what changed meanwhile, and nothing to a view that went', async () => {
    const { feed, settle, here, there } = await openList();
    feed.watch(true);
    feed.show();
    await settle();
    let open: () => void = () => undefined;
    const hold = (): void => {
      here.gate = new Promise((resolve) => (open = resolve));
    };
    hold();
    await there.write('a', HERE);
    await settle();
    await there.write('b');
    assert.deepEqual(await settle(), []);
    open();
    assert.deepEqual(parts(await settle()), ['change a2', 'change b2']);
    hold();
    await there.write('a', HERE);
    await settle();
    feed.pause();
    open();
    assert.deepEqual(await settle(), []);
  });

  it('says that the store cannot be listed, keeps the rows, and recovers with the next change', async () => {
    const { feed, settle, here, view, log } = await openList();
    feed.watch(true);
    feed.show();
    await settle();
    here.failure = new PlanError('store_unavailable', 'The folder is gone.');
    feed.show();
    assert.deepEqual(parts(await settle()), ['change ([The folder is gone.])']);
    assert.deepEqual([view.rows.length, view.done], [2, true]);
    assert.equal(view.problem, '[The folder is gone.]');
    assert.equal(log.entries.length, 1);
    here.failure = undefined;
    await here.write('a', HERE);
    assert.deepEqual(parts(await settle()), ['first a2 b1']);
    assert.equal(view.problem, undefined);
  });

  it('names what cannot be read beside the others, from when it is found until it is mended', async () => {
    const { feed, settle, broken, tell, view, here } = await openList();
    feed.watch(true);
    feed.show();
    await settle();
    broken.add('b');
    tell('b');
    assert.deepEqual(parts(await settle()), ['first a1']);
    assert.deepEqual(view.unreadable, [{ location: 'b', reason: '[damaged]' }]);
    await here.write('a', HERE);
    assert.deepEqual(parts(await settle()), ['change a2']);
    assert.equal(view.unreadable.length, 1);
    broken.clear();
    tell('b');
    assert.deepEqual(parts(await settle()), ['first a2 b1']);
    assert.deepEqual(view.unreadable, []);
  });

  it('shows again what comes back from the trash as it was', async () => {
    const { feed, settle, here, tell } = await openList();
    feed.watch(true);
    feed.show();
    await settle();
    here.trashed.add('a');
    tell('a');
    assert.deepEqual(parts(await settle()), ['change -a']);
    here.trashed.clear();
    tell('a');
    assert.deepEqual(parts(await settle()), ['change a1']);
  });

  it('says for which revision a person is asked, until that is answered', async () => {
    const bench = await openPlanning();
    const { feed, settle, view } = openSessionsFeed(bench.service);
    const review = async () => {
      await settle();
      return view.rows.map((row) => row.review);
    };
    feed.watch(true);
    feed.show();
    assert.deepEqual(await review(), [null]);
    await bench.request('ask', 1);
    assert.deepEqual(await review(), [1]);
    feed.show();
    assert.deepEqual(await review(), [1]);
    await bench.settle('ask', 1, { outcome: 'kept_planning', feedback: 'More.' });
    assert.deepEqual(await review(), [null]);
  });

  it('lists anew instead of reading very many sessions one by one', async () => {
    const { feed, settle, here, there } = await openList();
    feed.watch(true);
    feed.show();
    await settle();
    let open: () => void = () => undefined;
    here.gate = new Promise((resolve) => (open = resolve));
    for (let index = 0; index < 150; index += 1) await there.write(`many-${String(index)}`);
    const loads = here.loads;
    open();
    const told = parts(await settle());
    assert.match(told.at(-1) ?? '', /^first/);
    assert.ok(here.loads - loads <= 1, String(here.loads - loads));
  });

  it('has the store listed once for very many sessions, and tells of them in parts', async () => {
    const { feed, settle, view, here } = await openList();
    const { sessions } = await here.service.list({}, { limit: 2 });
    const [of] = sessions;
    assert.ok(of);
    const many = Array.from({ length: 2 * MAX_ROWS + 1 }, (_, n) => ({ ...of, key: String(n) }));
    let lists = 0;
    here.service.list = () => {
      lists += 1;
      const unreadable = [{ location: '/a', reason: sentence`No.` }];
      return Promise.resolve({ sessions: many, unreadable });
    };
    feed.watch(true);
    feed.show();
    const told = await settle();
    assert.deepEqual(
      told.map(({ part, rows, unreadable, done }) => [part, rows.length, unreadable.length, done]),
      [
        ['first', MAX_ROWS, 1, false],
        ['more', MAX_ROWS, 0, false],
        ['more', 1, 0, true],
      ],
    );
    assert.equal(lists, 1);
    assert.deepEqual(
      view.rows.map(({ session }) => session),
      many.map(({ key }) => key),
    );
  });

  it('is silent after it was disposed', async () => {
    const { feed, settle, here } = await openList();
    feed.watch(true);
    feed.show();
    await settle();
    feed.dispose();
    await here.write('a', HERE);
    assert.deepEqual(await settle(), []);
  });
});
