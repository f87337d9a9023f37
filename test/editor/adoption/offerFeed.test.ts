import assert from 'node:assert/strict';
import type { CopiedPlans as CopiedPlansType } from '../../../src/editor/adoption/copiedPlans';
import type {
  OfferFeed as OfferFeedType,
  OfferPorts,
} from '../../../src/editor/adoption/offerFeed';
import { step, update } from '../../domain/planFixtures';
import { openBench, ORIGIN, type Bench } from '../../service/serviceFixtures';
import { fakeVscode } from '../../support/fakeVscode';
import { loadWithVscode } from '../../support/loadWithVscode';

const OLD = 'vscode-chat-session://local/old';
const OTHER = 'vscode-chat-session://local/other';
const NEW = 'vscode-chat-session://local/new';
const MINUTE = 60_000;

/** What the panel is told while a chat is followed, over the real service. */
async function openOffers(followed: string | undefined) {
  const bench = openBench();
  const { vscode } = fakeVscode();
  const { OfferFeed } = await loadWithVscode<{ OfferFeed: typeof OfferFeedType }>(
    'src/editor/adoption/offerFeed.ts',
    { ...vscode, env: { language: 'en' } },
  );
  const { CopiedPlans } = await loadWithVscode<{ CopiedPlans: typeof CopiedPlansType }>(
    'src/editor/adoption/copiedPlans.ts',
    vscode,
  );
  const stored = new Map<string, unknown>();
  const memento = {
    get: (key: string) => stored.get(key),
    update: (key: string, value: unknown) => Promise.resolve(stored.set(key, value)),
  };
  const copied = new CopiedPlans(memento as never, bench.service);
  const listeners = new Set<() => void>();
  const posts: Parameters<OfferPorts['post']>[0]['plan'][] = [];
  const offers = {
    ...{ bench, posts, followed, workspace: ORIGIN.workspace },
    follow(session: string) {
      offers.followed = session;
      for (const listener of listeners) listener();
    },
    /** What is offered once the feed has looked. */
    async offered() {
      await new Promise((resolve) => setTimeout(resolve, 5));
      return posts.at(-1)?.session;
    },
  };
  const feed = new OfferFeed({
    ...{ reader: bench.service, copied, clock: bench.clock, log: bench.log },
    current: {
      key: () => offers.followed,
      onDidChange: (listener) => {
        listeners.add(listener);
        return { dispose: () => void listeners.delete(listener) };
      },
    },
    workspace: () => offers.workspace,
    post: ({ plan }) => void posts.push(plan),
  });
  feed.show();
  return { ...offers, offers, feed };
}

async function leave(bench: Bench, session = OLD): Promise<void> {
  const steps = [step('a', { status: 'completed' }), step('b')];
  await bench.asGuest(`${session}-1`, update(0, steps), { session });
}

const adopt = (bench: Bench, session: string, from = OLD, revision = 1) =>
  bench.service.execute({ kind: 'adopt_plan', session, from, revision, origin: ORIGIN });

describe('what a chat without a plan is offered', () => {
  it('[FC.2] the plan that a chat of this workspace left, once it was not used for a while', async () => {
    const { bench, posts, offers, feed } = await openOffers(NEW);
    await leave(bench);
    feed.show();
    assert.equal(await offers.offered(), undefined);
    bench.clock.advance(10 * MINUTE);
    feed.show();
    assert.equal(await offers.offered(), OLD);
    assert.equal(posts.at(-1)?.into, NEW);
    assert.match(posts.at(-1)?.text ?? '', /^Left in another chat: .* \(1 open step, updated /);
  });

  it('nothing more once it has a plan, and nobody is offered what another chat goes on with', async () => {
    const { bench, posts, offers } = await openOffers(NEW);
    await leave(bench);
    bench.clock.advance(10 * MINUTE);
    offers.follow(NEW);
    assert.equal(await offers.offered(), OLD);
    await adopt(bench, NEW);
    assert.equal(await offers.offered(), undefined);
    assert.equal(posts.at(-1), null);
    offers.follow('vscode-chat-session://local/next');
    assert.equal(await offers.offered(), undefined);
    // The original went on itself.
    bench.clock.advance(MINUTE);
    await bench.asGuest('old-2', update(1, [step('b')]), { session: OLD });
    bench.clock.advance(10 * MINUTE);
    offers.follow('vscode-chat-session://local/after');
    assert.equal(await offers.offered(), OLD);
  });

  it('[FC.25] a plan with the texts of one that another chat goes on with is a plan of its own', async () => {
    const { bench, offers } = await openOffers(NEW);
    await leave(bench);
    await leave(bench, OTHER);
    await adopt(bench, 'vscode-chat-session://local/third');
    bench.clock.advance(10 * MINUTE);
    offers.follow(NEW);
    assert.equal(await offers.offered(), OTHER);
  });

  it('no plan of another workspace, without open steps, or whose agent runs; and none to no chat', async () => {
    const { bench, posts, offers } = await openOffers(undefined);
    await bench.createSession(OLD);
    await leave(bench);
    const turn = await bench.beginTurn(OLD);
    bench.clock.advance(10 * MINUTE);
    offers.follow(NEW);
    assert.equal(await offers.offered(), undefined);
    await bench.endTurn(turn, 'completed', OLD);
    bench.clock.advance(10 * MINUTE);
    offers.workspace = 'file:///elsewhere';
    offers.follow(NEW);
    assert.equal(await offers.offered(), undefined);
    offers.workspace = ORIGIN.workspace;
    offers.follow(NEW);
    assert.equal(await offers.offered(), OLD);
    await bench.asGuest('old-3', update(1, [step('a', { status: 'completed' })]), { session: OLD });
    bench.clock.advance(10 * MINUTE);
    offers.follow(NEW);
    assert.equal(await offers.offered(), undefined);
    assert.equal(posts.length, 2);
  });

  it('a store that cannot be read offers nothing and disturbs nobody', async () => {
    const { bench, offers } = await openOffers(NEW);
    await leave(bench);
    bench.clock.advance(10 * MINUTE);
    bench.store.faults.beforeLoad = () => {
      throw new Error('The disk is gone.');
    };
    offers.follow(NEW);
    assert.equal(await offers.offered(), undefined);
    assert.match(JSON.stringify(bench.log), /No plan could be offered/);
    delete bench.store.faults.beforeLoad;
    offers.follow(OTHER);
    assert.equal(await offers.offered(), OLD);
  });
});
