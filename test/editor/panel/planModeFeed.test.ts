import assert from 'node:assert/strict';
import { step, update } from '../../domain/planFixtures';
import { openMode } from '../../service/planModeFixtures';
import { SESSION } from '../../service/serviceFixtures';
import { openFeed } from './planViewFeedBench';

describe('what the view is told of plan mode', () => {
  it('[PM.53] a selection makes a new picture, the logged switch an event that names it once', async () => {
    const bench = await openMode();
    const { feed, settle } = openFeed(bench.service);
    feed.follow(SESSION);
    feed.show();
    await settle();
    await bench.select(true);
    const [picture, ...more] = await settle();
    assert.ok(picture?.kind === 'snapshot' && picture.content.state === 'plan');
    assert.deepEqual(picture.content.view.planMode, { active: false, pending: true });
    assert.deepEqual(more, []);

    await bench.boundary();
    const [switched] = await settle();
    assert.ok(switched?.kind === 'event');
    assert.deepEqual(switched.switched, { cursor: switched.cursor, active: true });
    assert.deepEqual(switched.planMode, { active: true });

    await bench.asHosted('call-1', update(0, [step('a')]), { turn_id: bench.turn() });
    const [written] = await settle();
    assert.ok(written?.kind === 'event');
    assert.equal(written.switched, undefined);
    feed.dispose();
  });

  it('of switches that it missed or that come as one it is told the newest', async () => {
    const bench = await openMode();
    const { feed, settle } = openFeed(bench.service);
    feed.follow(SESSION);
    feed.show();
    await settle();
    for (const active of [true, false, true]) {
      await bench.select(active);
      await bench.boundary();
    }
    const told = await settle();
    const states = told.map((post) =>
      post.kind === 'event'
        ? post.switched?.active
        : post.kind === 'snapshot' &&
          post.content.state === 'plan' &&
          post.content.view.planMode?.active,
    );
    assert.deepEqual(states.at(-1), true);
    feed.dispose();
  });
});
