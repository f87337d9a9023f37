import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { type News, type NewsPorts, PlanNews } from '../../../src/editor/notifications/planNews';
import { ClaimFolder } from '../../../src/host/claimFolder';
import { digest } from '../../../src/host/digest';
import { PlanService } from '../../../src/service/planService';
import type { SessionOrigin } from '../../../src/service/sessionCommand';
import { fakeIds } from '../../support/fakeIds';
import { fakeLog } from '../../support/fakeLog';
import { fakeProcess } from '../../support/fakeProcess';
import { appendPlans } from '../../support/storeFixtures';
import { SqliteFolder } from '../../support/sqliteFolder';

const CHAT = 'vscode-chat-session://local/one';
const HERE = 'file:///project';

const clock = { now: () => Date.now() };

describe('news of plans', () => {
  let folder: SqliteFolder;
  let opened: PlanNews[];
  beforeEach(async () => {
    folder = new SqliteFolder();
    opened = [];
    await appendPlans(folder.open(), 'first', 1);
  });
  afterEach(async () => {
    for (const news of opened) news.dispose();
    await folder.dispose();
  });

  /** A window of its own over the folder that all of them share. */
  async function openWindow(more: Partial<NewsPorts> = {}) {
    const log = fakeLog();
    const store = folder.open();
    const service = new PlanService({
      ...{ store: () => Promise.resolve(store), clock, digest, log },
      ...{ ids: fakeIds(), process: fakeProcess(randomUUID()) },
    });
    const window = {
      ...{ service, told: [] as News[], focused: false, when: 'whenNotFocused' },
      /** Looks at what other windows wrote. */
      timers: new Set<() => void>(),
      async write(revision: number, statuses: string, session = CHAT, workspace = HERE) {
        const origin: SessionOrigin = {
          ...{ coworker: 'chat', workspace },
          configuration: { planning: true, subtasks: false },
        };
        const steps = [...statuses].map((letter, at) => ({
          ...{ id: `s${String(at)}`, description: `Step ${String(at)}` },
          status: letter === 'x' ? ('completed' as const) : ('pending' as const),
        }));
        const result = await service.execute({
          ...{ kind: 'guest_call', session, turn_id: 't', call_id: randomUUID(), origin },
          command: { name: 'update_plan', input: { expected_revision: revision, steps } },
        });
        assert.equal(result.isError, false);
      },
    };
    opened.push(
      new PlanNews({
        ...{ reader: service, clock, log, workspace: () => HERE },
        reviews: service,
        claims: new ClaimFolder(join(folder.root, 'notified'), { clock, log }),
        when: () => window.when as 'always',
        isFocused: () => window.focused,
        tell: (news) => void window.told.push(news),
        startTimer: (_, callback) => {
          window.timers.add(callback);
          return () => window.timers.delete(callback);
        },
        ...more,
      }),
    );
    // Who has read nothing yet hears of nobody.
    await service.list({}, { limit: 1 });
    await settled();
    return window;
  }
  type Window = Awaited<ReturnType<typeof openWindow>>;

  /** Until the window has heard of what another one wrote; then its look is due. */
  async function looks(...windows: Window[]): Promise<void> {
    const end = performance.now() + 10_000;
    while (windows.some(({ timers }) => timers.size === 0)) {
      assert.ok(performance.now() < end, 'Nothing was heard of the other window.');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    for (const { timers } of windows) for (const look of timers) look();
    await settled();
  }

  const settled = () => new Promise((resolve) => setTimeout(resolve, 200));

  it('are told once when the last open step is completed, and not of what follows', async () => {
    const here = await openWindow();
    await here.write(0, 'x-');
    await here.write(1, 'xx');
    await settled();
    assert.deepEqual(
      here.told.map(({ kind, session }) => [kind, session]),
      [['completed', CHAT]],
    );
    await here.write(2, 'xxx');
    await settled();
    assert.equal(here.told.length, 1);
    await here.write(3, 'x-');
    await here.write(4, 'xx');
    await settled();
    assert.equal(here.told.length, 2);
  });

  it('are not told of a plan that is cleared, made complete or adopted', async () => {
    const here = await openWindow();
    await here.write(0, 'xx');
    await here.write(1, '--');
    await here.write(2, '');
    await here.write(0, 'xx', 'other');
    await here.write(3, '-');
    const origin = { coworker: 'chat', configuration: { planning: true, subtasks: false } };
    const session = CHAT;
    await here.service.execute({ kind: 'adopt_plan', session, from: 'other', revision: 1, origin });
    await settled();
    assert.deepEqual(here.told, []);
  });

  it('come from one window of all: the one that did it, and for a program whichever is first', async () => {
    const [here, there, third] = [await openWindow(), await openWindow(), await openWindow()];
    await here.write(0, '--');
    await looks(there, third);
    await here.write(1, 'xx');
    await looks(there, third);
    assert.deepEqual(
      [here, there, third].map(({ told }) => told.length),
      [1, 0, 0],
    );
    const program = await openWindow({ claims: { claim: () => Promise.resolve(false) } });
    await program.write(2, '--');
    await looks(here, there, third);
    await program.write(3, 'xx');
    await looks(here, there, third);
    const told = [here, there, third].map(({ told }) => told.length);
    assert.equal(
      told.reduce((sum, count) => sum + count),
      2,
      told.join(),
    );
  });

  it('of another workspace are for its windows alone', async () => {
    const here = await openWindow();
    const program = await openWindow({ claims: { claim: () => Promise.resolve(false) } });
    await program.write(0, '-', 'elsewhere', 'file:///other');
    await program.write(1, 'x', 'elsewhere', 'file:///other');
    await looks(here);
    assert.deepEqual(here.told, []);
  });

  it('are kept from a person who sees it, and told as the setting says', async () => {
    const [here, there] = [await openWindow(), await openWindow()];
    here.focused = true;
    await here.write(0, '-');
    await here.write(1, 'x');
    await looks(there);
    assert.deepEqual([...here.told, ...there.told], []);
    here.when = 'always';
    await here.write(2, '-');
    await here.write(3, 'x');
    await settled();
    assert.equal(here.told.length, 1);
    here.focused = false;
    here.when = 'never';
    await here.write(4, '-');
    await here.write(5, 'x');
    await settled();
    assert.equal(here.told.length, 1);
  });

  it('are told when a person is asked, for each question once', async () => {
    const openReviews = new Map<string, number>();
    const listeners = new Set<(session: string) => void>();
    const here = await openWindow({
      reviews: {
        openReviews,
        onDidChangeReviews: (listener) => {
          listeners.add(listener);
          return { dispose: () => void listeners.delete(listener) };
        },
      },
    });
    const change = () => {
      for (const listener of listeners) listener(CHAT);
    };
    for (let question = 1; question <= 2; question += 1) {
      openReviews.set(CHAT, 3);
      change();
      change();
      assert.deepEqual(here.told.at(-1), { kind: 'review', session: CHAT, revision: 3 });
      assert.equal(here.told.length, question);
      openReviews.delete(CHAT);
      change();
    }
    assert.equal(here.told.length, 2);
  });
});
