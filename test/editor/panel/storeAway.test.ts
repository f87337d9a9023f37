import assert from 'node:assert/strict';
import { PlanError } from '../../../src/domain/planError';
import { FakePlanReader } from '../fakePlanReader';
import { openFeed } from './planViewFeedBench';
import { openWindows } from '../planWindows';
import { openSessionsFeed, parts } from './sessionsFeedBench';

describe('what the panel is told while the store does not answer', () => {
  it('[FC.7] says that the store is away, also where no chat is followed, and never that there is no plan', async () => {
    const { reader, feed, settle, store } = openFeed(new FakePlanReader());
    const away = new PlanError('store_unavailable', 'Nothing answers.', {
      details: { away: true },
    });
    store.problem = away;
    feed.show();
    const content = {
      state: 'unavailable',
      problem: { kind: 'away', message: '[Nothing answers.]' },
    };
    assert.deepEqual((await settle()).at(-1), { kind: 'snapshot', session: null, content });
    store.problem = undefined;
    feed.recheck();
    assert.deepEqual((await settle()).at(-1), {
      ...{ kind: 'snapshot', session: null, content: { state: 'none' } },
    });
    reader.commit('a');
    feed.follow('a');
    await settle();
    reader.failure = store.problem = away;
    feed.recheck();
    assert.deepEqual((await settle()).at(-1), { kind: 'snapshot', session: 'a', content });
  });

  it('lists anew when the store is another one or answers again, once a view wants that', async () => {
    const { here, there } = openWindows();
    await here.write('a');
    await there.write('b');
    const { feed, settle } = openSessionsFeed(here.service);
    feed.recheck();
    feed.show();
    feed.watch(true);
    await settle();
    feed.recheck();
    assert.deepEqual(parts(await settle()), ['first b1 a1']);
    feed.pause();
    feed.recheck();
    assert.deepEqual(await settle(), []);
  });
});
