import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type BodyOf,
  PROTOCOL_VERSION,
  type SessionMessage,
} from '../../../src/protocol/webviewMessages';
import { PlanSession } from '../../../webview/planSession';
import { FakePlanReader } from '../fakePlanReader';
import { kinds, openFeed } from './planViewFeedBench';

/** A shown session of a coworker that is ours, and what the view was last told of its turn. */
async function openShown(coworker = 'session-plans.plan') {
  const reader = new FakePlanReader();
  reader.coworker = coworker;
  reader.commit('a');
  const { feed, settle } = openFeed(reader);
  feed.follow('a');
  feed.show();
  const posts = await settle();
  const told = (): string | undefined => activities(posts).at(-1);
  return {
    reader,
    feed,
    told,
    async settle() {
      const fresh = await settle();
      posts.push(...fresh);
      return fresh;
    },
  };
}

function activities(posts: readonly BodyOf<SessionMessage>[]): string[] {
  return posts.flatMap((post) => {
    if (post.kind === 'event') return [post.activity];
    if (post.kind !== 'snapshot' || post.content.state !== 'plan') return [];
    return [post.content.view.activity];
  });
}

describe('what the view is told of turns', () => {
  it('[FC.30] a turn that begins and one that ends reach it, without a new plan', async () => {
    const { reader, settle, told } = await openShown();
    assert.equal(told(), 'stopped');
    reader.beginTurn('a');
    const begun = await settle();
    assert.deepEqual(kinds(begun), ['event a 1-2']);
    assert.ok(begun[0]?.kind === 'event' && begun[0].plan === undefined);
    assert.equal(told(), 'running');
    reader.commit('a');
    await settle();
    assert.equal(told(), 'running');
    reader.endTurn('a');
    assert.deepEqual(kinds(await settle()), ['event a 3-4']);
    assert.equal(told(), 'stopped');
  });

  it('[FC.30] a turn whose owner is gone counts as stopped, also while others write', async () => {
    const { reader, feed, settle, told } = await openShown();
    reader.beginTurn('a', 'turn');
    await settle();
    reader.turns.set('a', { turn_id: 'turn', state: 'interrupted' });
    feed.show();
    await settle();
    assert.equal(told(), 'stopped');
    reader.commit('a');
    assert.deepEqual(kinds(await settle()), ['snapshot a plan at 3']);
    assert.equal(told(), 'stopped');
  });

  it('[FC.30] whether a turn of another process runs is looked up, not guessed', async () => {
    for (const state of ['running', 'interrupted'] as const) {
      const { reader, settle, told } = await openShown();
      reader.turns.set('a', { turn_id: 'elsewhere', state });
      reader.commit('a');
      await settle();
      assert.equal(told(), state === 'running' ? 'running' : 'stopped');
    }
  });

  it('[FC.30] nothing is claimed of agent mode, whose turns are not ours', async () => {
    const { reader, settle, told } = await openShown('chat');
    assert.equal(told(), 'unknown');
    reader.commit('a');
    await settle();
    assert.equal(told(), 'unknown');
    // A turn of our own in the same chat is known again.
    reader.beginTurn('a');
    await settle();
    assert.equal(told(), 'running');
    reader.endTurn('a');
    await settle();
    assert.equal(told(), 'unknown');
  });

  it('a turn that a look has read already does not make the view forget', async () => {
    const { reader, feed, settle, told } = await openShown();
    const late = lateTurn(reader);
    feed.show();
    await settle();
    late();
    assert.deepEqual(kinds(await settle()), ['snapshot a plan at 2']);
    assert.equal(told(), 'running');
  });

  it('[FC.30] is true after every commit, whatever came before', async () => {
    const happening = fc.constantFrom('commit', 'begin', 'end', 'die', 'hide', 'show');
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { maxLength: 20 }), async (happenings) => {
        const { reader, feed, settle } = await openShown();
        const view = new PlanSession(() => {
          feed.show();
        });
        const take = async (): Promise<void> => {
          for (const post of await settle()) {
            view.receive({ v: PROTOCOL_VERSION, ...post });
          }
        };
        feed.show();
        await take();
        let [hidden, unheard] = [false, false];
        for (const what of happenings) {
          const turn = reader.turns.get('a');
          if (what === 'commit') reader.commit('a');
          else if (what === 'begin') reader.beginTurn('a');
          else if (what === 'end' && turn) reader.endTurn('a');
          // Nobody hears of a death; the next look finds it.
          else if (what === 'die' && turn) reader.turns.set('a', { ...turn, state: 'interrupted' });
          else if (what === 'hide') feed.pause();
          else if (what === 'show') feed.show();
          hidden = what === 'hide' || (hidden && what !== 'show');
          unheard = (unheard || (what === 'die' && turn !== undefined)) && what !== 'show';
          if (what === 'begin' || what === 'end') unheard = false;
          await take();
          if (hidden || unheard) continue;
          const { content } = view.held;
          assert.ok(typeof content !== 'string');
          const state = reader.turns.get('a')?.state;
          assert.equal(content.activity, state === 'running' ? 'running' : 'stopped');
        }
      }),
      { numRuns: 200 },
    );
  });
});

/** A turn that is in the store before anybody here is told of it. */
function lateTurn(reader: FakePlanReader): () => void {
  const tell = reader.tell.bind(reader);
  let told: Parameters<FakePlanReader['tell']> | undefined;
  reader.tell = (...args) => void (told = args);
  reader.beginTurn('a');
  reader.tell = tell;
  return () => {
    if (told) tell(...told);
  };
}
