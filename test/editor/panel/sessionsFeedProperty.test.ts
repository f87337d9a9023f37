import assert from 'node:assert/strict';
import fc from 'fast-check';
import { PlanError } from '../../../src/domain/planError';
import { openWindows } from '../planWindows';
import { byKey, HERE, openSessionsFeed, rowsOf } from './sessionsFeedBench';

const session = fc.constantFrom('a', 'b', 'c', 'd');
const window = fc.constantFrom('here' as const, 'there' as const);

/** What can happen to sessions and to the list that shows them; every change goes on by itself. */
const happening = fc.oneof(
  fc.record({ kind: fc.constantFrom(...(['write', 'pin', 'remove'] as const)), window, session }),
  fc.record({ kind: fc.constantFrom(...(['break', 'mend'] as const)), session }),
  fc.record({ kind: fc.constantFrom(...(['on', 'off', 'hide', 'show', 'fail'] as const)) }),
  fc.record({ kind: fc.constantFrom(...(['hold', 'release', 'wait', 'wait'] as const)) }),
);
type Happening = typeof happening extends fc.Arbitrary<infer Value> ? Value : never;

function openWorld() {
  const windows = openWindows();
  const { here, broken, tell } = windows;
  const { feed, view, settle } = openSessionsFeed(here.service);
  const state = { on: false, visible: false };
  const watch = (on: boolean) => {
    state.on = on;
    feed.watch(on);
  };
  const look = (visible: boolean) => {
    state.visible = visible;
    if (visible) feed.show();
    else feed.pause();
  };
  let release: () => void = () => undefined;
  const change = async (what: Extract<Happening, { window: string }>): Promise<void> => {
    const { service, write } = windows[what.window];
    if (broken.has(what.session)) return;
    // What this window does itself would wait, too.
    if (what.window === 'here') release();
    if (what.kind === 'write') await write(what.session, HERE);
    else if (what.kind === 'remove') await here.remove(what.session);
    else {
      const summary = await windows.there.service.summary(what.session);
      if (!summary) return;
      const pinned = !summary.pinned;
      await service.execute({ kind: 'pin_session', session: what.session, pinned });
    }
  };
  const happen = async (what: Happening): Promise<void> => {
    switch (what.kind) {
      case 'write':
      case 'pin':
      case 'remove':
        here.failure = undefined;
        return change(what);
      case 'break':
        broken.add(what.session);
        tell(what.session);
        return;
      case 'mend':
        broken.delete(what.session);
        tell(what.session);
        return;
      case 'fail':
        here.failure = new PlanError('store_unavailable', 'Locked.');
        return;
      case 'on':
      case 'off':
        watch(what.kind === 'on');
        return;
      case 'hold':
        release();
        here.gate = new Promise((resolve) => (release = resolve));
        return;
      case 'release':
        release();
        return;
      case 'show':
      case 'hide':
        look(what.kind === 'show');
        return;
      case 'wait':
        await settle();
    }
  };
  return {
    happen,
    /** Everything has come to rest, the list is on the screen, and the store has answered again. */
    async assertTrue(): Promise<void> {
      if (!state.on) watch(true);
      if (!state.visible) look(true);
      release();
      here.failure = undefined;
      tell('e');
      await settle();
      await settle();
      assert.deepEqual(byKey(view.rows), rowsOf(await windows.stored()));
      assert.deepEqual([view.problem, view.done], [undefined, true]);
      const { unreadable } = await here.service.list({}, { limit: 1_000 });
      assert.deepEqual(
        view.unreadable,
        unreadable.map(({ location, reason }) => ({ location, reason: `[${String(reason)}]` })),
      );
    },
  };
}

describe('the list of sessions', () => {
  it('[FC.19] ends at what is stored, whatever happened to the sessions, the store and the view', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { maxLength: 25 }), async (happenings) => {
        const world = openWorld();
        for (const what of happenings) await world.happen(what);
        await world.assertTrue();
      }),
      { numRuns: 300 },
    );
  });
});
