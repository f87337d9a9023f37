import assert from 'node:assert/strict';
import { digest } from '../../src/host/digest';
import { PlanService } from '../../src/service/planService';
import { fakeIds } from '../support/fakeIds';
import { fakeLog } from '../support/fakeLog';
import { fakeProcess } from '../support/fakeProcess';
import { SqliteFolder } from '../support/sqliteFolder';
import { appendPlans } from '../support/storeFixtures';
import { openFeed } from './panel/planViewFeedBench';
import { openSessionsFeed } from './panel/sessionsFeedBench';

const CHAT = 'vscode-chat-session://local/one';
const OTHER = 'vscode-chat-session://local/two';

/** A second, and another one for a machine that is busy, in milliseconds. */
const SOON = 2_000;

async function within(time: number, what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + time;
  while (!(await isTrue())) {
    if (performance.now() > end) assert.fail(`${what} was not shown within ${String(time)} ms`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe('panel and list over the real store', () => {
  let folder: SqliteFolder;
  beforeEach(() => (folder = new SqliteFolder()));
  afterEach(() => folder.dispose());

  function openWindow(): PlanService {
    const store = folder.open();
    return new PlanService({
      store: () => Promise.resolve(store),
      clock: { now: () => Date.now() },
      ...{ digest, ids: fakeIds(), process: fakeProcess(), log: fakeLog() },
    });
  }

  it('[FC.19] show a new name and a pin of whichever window within a second', async () => {
    const [here, there] = [openWindow(), openWindow()];
    await appendPlans(folder.open(), CHAT, 2);
    const panel = openFeed(here);
    here.onDidChangeElsewhere(() => {
      panel.feed.recheck();
    });
    panel.feed.follow(CHAT);
    panel.feed.show();
    const list = openSessionsFeed(here);
    list.feed.watch(true);
    list.feed.show();
    let shown = '';
    const shows = async (wanted: string): Promise<boolean> => {
      for (const post of await panel.settle()) {
        if (post.kind === 'snapshot' && post.content.state === 'plan')
          shown = `${post.content.view.title} ${String(post.content.view.pinned)}`;
      }
      await list.settle();
      const [row] = list.view.rows;
      return shown === wanted && `${row?.title ?? ''} ${String(row?.pinned)}` === wanted;
    };
    for (const [name, window] of Object.entries({ here, there, again: here })) {
      await window.execute({ kind: 'rename_session', session: CHAT, title: name });
      await within(SOON, `the name ${name}`, () => shows(`${name} false`));
      await window.execute({ kind: 'pin_session', session: CHAT, pinned: true });
      await within(SOON, `the pin of ${name}`, () => shows(`${name} true`));
      await window.execute({ kind: 'pin_session', session: CHAT, pinned: false });
    }
    panel.feed.dispose();
    list.feed.dispose();
  });

  it('[FC.19] the list loses what another window deletes, also where nobody here had opened it', async () => {
    const here = openWindow();
    const store = folder.open();
    await appendPlans(store, CHAT, 1);
    await appendPlans(store, OTHER, 1);
    const list = openSessionsFeed(here);
    list.feed.watch(true);
    list.feed.show();
    const shows = async (...keys: string[]): Promise<boolean> => {
      await list.settle();
      return (
        list.view.rows
          .map(({ session }) => session)
          .sort()
          .join() === keys.sort().join()
      );
    };
    await within(SOON, 'the list', () => shows(CHAT, OTHER));
    await store.remove(OTHER);
    await within(SOON, 'the removal', () => shows(CHAT));
    await appendPlans(store, OTHER, 1);
    await within(SOON, 'the new session', () => shows(CHAT, OTHER));
    list.feed.dispose();
  });
});
