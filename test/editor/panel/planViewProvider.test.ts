import assert from 'node:assert/strict';
import { PROTOCOL_VERSION } from '../../../src/protocol/webviewMessages';
import { openView } from './planViewBench';

const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

/** What a view is told whenever it is there. */
const GREETING = ['hello', 'following', 'deleted'];

describe('planViewProvider', () => {
  it('renders a page that may run its one script and read its own folder', async () => {
    const { pages, view } = await openView();
    const [page = ''] = pages;
    assert.match(page, /default-src 'none'/);
    assert.match(page, /require-trusted-types-for 'script'; trusted-types 'none'/);
    const [, nonce = ''] = /script-src 'nonce-([^']+)'/.exec(page) ?? [];
    assert.ok(nonce.length >= 16);
    assert.ok(
      page.includes(`<script type="module" nonce="${nonce}" src="extension/dist/webview/main.js">`),
    );
    assert.deepEqual(view.webview.options, {
      enableScripts: true,
      localResourceRoots: ['extension/dist/webview'],
    });
  });

  it('leaves a view alone that was closed before the panel was loaded', async () => {
    const { pages, reader, posts } = await openView({ closeWhileLoading: true });
    reader.commit('a');
    assert.deepEqual([pages, posts], [[], []]);
  });

  it('greets a view that is ready and brings it to the present', async () => {
    const { say, heard, reader } = await openView();
    reader.commit('a', 2);
    assert.deepEqual(await heard(), []);
    say({ kind: 'ready' });
    assert.deepEqual(await heard(), [...GREETING, 'reset', 'snapshot']);
    reader.commit('a');
    assert.deepEqual(await heard(), ['event']);
  });

  it('[FC.4] is silent to a hidden view and tells everything when it is back', async () => {
    const { say, heard, reader, setVisible, follow } = await openView();
    reader.commit('a');
    say({ kind: 'ready' });
    await heard();
    setVisible(false);
    reader.commit('a');
    reader.commit('b');
    follow('b');
    assert.deepEqual(await heard(), []);
    setVisible(true);
    assert.deepEqual(await heard(), [...GREETING, 'reset', 'snapshot']);
  });

  it('answers for a revision, and runs what a button names', async () => {
    const { say, heard, reader, commands, posts } = await openView();
    reader.commit('a', 3);
    say({ kind: 'ready' });
    await heard();
    say({ kind: 'revision', id: 7, session: 'a', revision: 2 });
    await new Promise((resolve) => setTimeout(resolve, 20));
    const reply = posts.at(-1);
    assert.ok(reply?.kind === 'reply' && reply.id === 7 && reply.answer.ok);
    assert.ok(reply.answer.value.kind === 'revision');
    assert.equal(reply.answer.value.plan.revision, 2);
    say({ kind: 'run', command: 'workbench.action.quit' });
    for (const [command, target] of [
      ['showLog'],
      ['openMarkdown', { revision: 2 }],
      ['deletePlan', { session: 'b' }],
      ['verifyPlans'],
    ] as const)
      say({ kind: 'run', command, ...(target && { target }) });
    assert.deepEqual(commands, [
      ['showLog', { session: 'a' }],
      ['openMarkdown', { session: 'a', revision: 2 }],
      ['deletePlan', { session: 'b' }],
      ['verifyPlans', {}],
    ]);
  });

  it('lists the sessions while the view wants that, and what changes in them', async () => {
    const { say, heard, reader, posts, setVisible } = await openView();
    reader.commit('b');
    say({ kind: 'ready' });
    assert.deepEqual(await heard(), [...GREETING, 'reset', 'snapshot']);
    say({ kind: 'list', on: true });
    await settled();
    const [first] = posts;
    assert.ok(first?.kind === 'sessions');
    assert.deepEqual([first.part, first.rows.map(({ session }) => session)], ['first', ['b']]);
    await heard();
    reader.commit('b');
    assert.deepEqual(await heard(), ['sessions']);
    setVisible(false);
    reader.commit('b');
    assert.deepEqual(await heard(), []);
    setVisible(true);
    assert.ok((await heard()).includes('sessions'));
    say({ kind: 'list', on: false });
    reader.commit('b');
    assert.deepEqual(await heard(), []);
  });

  it('shows the session that is opened, and says which one it follows and whether it stays', async () => {
    const { say, heard, posts, chosen, commands, follow, setVisible } = await openView();
    say({ kind: 'ready' });
    assert.deepEqual(posts[1], {
      ...{ v: PROTOCOL_VERSION, kind: 'following', session: 'a', stays: false },
    });
    await heard();
    say({ kind: 'open', session: 'b' });
    assert.deepEqual(chosen, ['b']);
    follow('b');
    assert.deepEqual(posts.at(-1), {
      ...{ v: PROTOCOL_VERSION, kind: 'following', session: 'b', stays: true },
    });
    say({ kind: 'open', session: null });
    assert.deepEqual(commands, [['followLatest', {}]]);
    await heard();
    setVisible(false);
    follow(undefined);
    assert.deepEqual(await heard(), []);
  });

  it('offers to bring back what was deleted, and looks again where it is told to', async () => {
    const { say, heard, posts, offerUndo, toldIn, rechecked, reader, setVisible } =
      await openView();
    say({ kind: 'ready' });
    await heard();
    offerUndo('Gone');
    assert.deepEqual(posts, [{ v: PROTOCOL_VERSION, kind: 'deleted', title: 'Gone' }]);
    await heard();
    offerUndo(null, true);
    assert.deepEqual(posts, [{ v: PROTOCOL_VERSION, kind: 'deleted', title: null, isBack: true }]);
    await heard();
    assert.deepEqual(toldIn(), [true]);
    reader.commitUnheard('a');
    rechecked.fire();
    assert.deepEqual(await heard(), ['snapshot']);
    setVisible(false);
    offerUndo(null);
    assert.deepEqual([await heard(), toldIn()], [[], [false]]);
  });

  it('renders a view of another version anew, once', async () => {
    const { say, pages, log } = await openView();
    say({ v: PROTOCOL_VERSION + 1, kind: 'ready' });
    say({ kind: 'reload' });
    assert.equal(pages.length, 2);
    assert.notEqual(pages[0], pages[1]);
    assert.equal(log.entries.length, 1);
  });

  it('tells a visible view at once which tool begins a plan now, and that there is none', async () => {
    const { heard, offer, posts, setVisible } = await openView();
    for (const tool of ['write_plan', undefined]) {
      offer(tool);
      const [hello] = posts;
      assert.ok(hello?.kind === 'hello');
      assert.equal(hello.settings.planTool, tool ?? null);
      assert.deepEqual(await heard(), ['hello']);
    }
    setVisible(false);
    offer('update_plan');
    assert.deepEqual(await heard(), []);
  });

  it('leaves nothing behind when the view or the extension goes away', async () => {
    const closed = await openView();
    closed.disposed.fire();
    assert.equal(closed.listening() + closed.reader.listening, 0);
    const ended = await openView();
    ended.registration.dispose();
    assert.equal(ended.listening() + ended.reader.listening, 0);
    ended.reader.commit('a');
    assert.deepEqual(await ended.heard(), []);
  });
});
