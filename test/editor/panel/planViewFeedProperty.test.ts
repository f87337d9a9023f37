import assert from 'node:assert/strict';
import fc from 'fast-check';
import { PROTOCOL_VERSION } from '../../../src/protocol/webviewMessages';
import { PlanSession } from '../../../webview/planSession';
import { FakePlanReader } from '../fakePlanReader';
import { openFeed } from './planViewFeedBench';

const SESSIONS = ['a', 'b'] as const;
const few = fc.integer({ min: 1, max: 3 });
const session = fc.constantFrom(...SESSIONS);

/** What can happen to a panel; a step back is met by a commit of ours or by the next look. */
const happening = fc.oneof(
  fc.record({ kind: fc.constant('commit' as const), session, count: few }),
  fc.record({ kind: fc.constant('commit elsewhere' as const), session, count: few }),
  fc.record({ kind: fc.constant('back, then commit' as const), session, by: few, count: few }),
  fc.record({ kind: fc.constant('back, then look' as const), session, by: few, count: few }),
  fc.record({ kind: fc.constantFrom('follow' as const, 'review' as const), session }),
  fc.record({ kind: fc.constant('rename' as const), session }),
  fc.record({ kind: fc.constantFrom(...(['hide', 'show', 'recheck', 'wait'] as const)) }),
);
/** What a window does itself while its panel is on the screen. */
const ownHappening = fc.oneof(
  fc.record({ kind: fc.constant('commit' as const), session, count: few }),
  fc.record({ kind: fc.constantFrom('review' as const, 'follow' as const), session }),
  fc.record({ kind: fc.constant('rename' as const), session }),
  fc.record({ kind: fc.constantFrom(...(['show', 'recheck', 'wait'] as const)) }),
);
type Happening = typeof happening extends fc.Arbitrary<infer Value> ? Value : never;

const callOf = ({ call_id }: { readonly call_id?: string }) => call_id;

function openPanel() {
  const reader = new FakePlanReader();
  const { feed, settle } = openFeed(reader);
  let followed = 'a';
  const view = new PlanSession(() => {
    feed.show();
  });
  const wait = async (): Promise<void> => {
    for (const post of await settle()) {
      view.receive({ v: PROTOCOL_VERSION, ...post });
    }
  };
  const back = (name: string, by: number): void => {
    reader.rewind(name, Math.max(0, (reader.sessions.get(name) ?? []).length - by));
  };
  const follow = (name: string): void => {
    followed = name;
    feed.follow(name);
  };
  return {
    async happen(what: Happening): Promise<void> {
      switch (what.kind) {
        case 'commit':
          reader.commit(what.session, what.count);
          return;
        case 'commit elsewhere':
          reader.commitUnheard(what.session, what.count);
          return;
        case 'back, then commit':
          back(what.session, what.by);
          reader.commit(what.session, what.count);
          return;
        case 'back, then look':
          back(what.session, what.by);
          reader.commitUnheard(what.session, what.count);
          follow(what.session);
          feed.show();
          await wait();
          return;
        case 'follow':
          follow(what.session);
          return;
        case 'review':
          reader.review(what.session);
          return;
        case 'rename':
          reader.tell(what.session, []);
          return;
        case 'recheck':
          feed.recheck();
          return;
        case 'hide':
          feed.pause();
          return;
        case 'show':
          feed.show();
          return;
        case 'wait':
          await wait();
      }
    },
    /** The panel is looked at and everything has come to rest. */
    async assertTrue(showAgain = true): Promise<void> {
      if (showAgain) feed.show();
      await wait();
      await wait();
      const { content } = view.held;
      const none = { revisions: [], reviews: [], plan: null };
      const { revisions, reviews, plan } = typeof content === 'string' ? none : content;
      const events = (reader.sessions.get(followed) ?? []).toReversed();
      const stored = events.filter(({ type }) => type === 'plan_updated').map(callOf);
      assert.deepEqual(revisions.map(callOf), stored);
      assert.deepEqual(plan?.call_id, stored[0]);
      const answers = events.filter(({ type }) => type === 'plan_reviewed');
      assert.deepEqual(
        reviews.map(({ at }) => at),
        answers.map(({ at }) => at),
      );
    },
  };
}

describe('planViewFeed and the view together', () => {
  it('[FC.3] [FC.4] [FC.8] end at what is stored, whatever happened to the session and the panel', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { maxLength: 25 }), async (happenings) => {
        const panel = openPanel();
        await panel.happen({ kind: 'follow', session: 'a' });
        for (const what of happenings) await panel.happen(what);
        await panel.assertTrue();
      }),
      { numRuns: 400 },
    );
  });

  it('tell of each revision and each answer of a person once, without being looked at again', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(ownHappening, { maxLength: 25 }), async (happenings) => {
        const panel = openPanel();
        await panel.happen({ kind: 'follow', session: 'a' });
        await panel.happen({ kind: 'show' });
        for (const what of happenings) await panel.happen(what);
        await panel.assertTrue(false);
      }),
      { numRuns: 400 },
    );
  });
});
