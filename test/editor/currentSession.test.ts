import assert from 'node:assert/strict';
import { sentence } from '../../src/domain/sentence';
import type { CurrentSession } from '../../src/editor/currentSession';
import type { SessionKey } from '../../src/service/planStore';
import { fakeLog } from '../support/fakeLog';
import { fakeVscode } from '../support/fakeVscode';
import { loadWithVscode } from '../support/loadWithVscode';
import { openWindows, type PlanWindow } from './planWindows';

const HERE = 'file:///mine';

interface Opening {
  readonly windows?: ReturnType<typeof openWindows>;
  readonly remembered?: unknown;
  readonly workspace?: string | undefined;
}

async function open({ windows = openWindows(), remembered, ...more }: Opening = {}) {
  const module = await loadWithVscode<{ CurrentSession: typeof CurrentSession }>(
    'src/editor/currentSession.ts',
    fakeVscode().vscode,
  );
  const memory = { value: remembered };
  const memento = {
    keys: () => [],
    get: () => memory.value,
    update: (_key: string, value: unknown) => Promise.resolve(void (memory.value = value)),
  };
  const workspace = 'workspace' in more ? more.workspace : HERE;
  const { here, there } = windows;
  const current = new module.CurrentSession({
    memento: memento as never,
    reader: here.service,
    workspace: () => workspace,
    log: fakeLog(),
  });
  const told: (SessionKey | undefined)[] = [];
  current.onDidChange(() => told.push(current.key()));
  return { windows, here, there, current, told, memory };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));
const pin = ({ service }: PlanWindow, session: SessionKey, pinned = true) =>
  service.execute({ kind: 'pin_session', session, pinned });

describe('the session that is shown', () => {
  it('is, after a reload, the one of this workspace that changed last', async () => {
    const { current, here } = await open();
    await here.write('mine-old', HERE);
    await here.write('mine-new', HERE);
    await here.write('other', 'file:///other');
    await here.write('none', undefined);
    await current.restore();
    assert.equal(current.key(), 'mine-new');
  });

  it('is one without a workspace in a window without a folder', async () => {
    const { current, here } = await open({ workspace: undefined });
    await here.write('none', undefined);
    await here.write('other', 'file:///other');
    await current.restore();
    assert.equal(current.key(), 'none');
  });

  it('is not taken back by a restore that ends after a call', async () => {
    const { current, here } = await open();
    await here.write('old', HERE);
    current.called('called');
    await current.restore();
    assert.equal(current.key(), 'called');
  });

  it('is the last one shown where all that the store has is unreadable', async () => {
    const windows = openWindows();
    windows.here.unreadable.push({ location: 'x', reason: sentence`damaged` });
    const last = { key: 'broken', chosen: false, pinned: false };
    const { current } = await open({ windows, remembered: last });
    assert.equal(current.key(), undefined);
    await current.restore();
    assert.equal(current.key(), 'broken');
  });

  it('is told once for each change, and remembered', async () => {
    const { current, told, memory } = await open();
    for (const key of ['a', 'a', 'b']) current.called(key);
    await settled();
    assert.deepEqual(told, ['a', 'b']);
    assert.deepEqual(memory.value, { key: 'b', chosen: false, pinned: false });
  });

  it('is the one that agents use, until a person chooses one; then that one stays', async () => {
    const { current, here } = await open();
    await here.write('a', HERE);
    await here.write('b', HERE);
    current.called('a');
    current.called('b');
    assert.deepEqual([current.key(), current.stays()], ['b', false]);
    current.show('a');
    current.called('b');
    await settled();
    assert.deepEqual([current.key(), current.stays()], ['a', true]);
    await current.followLatest();
    assert.deepEqual([current.key(), current.stays()], ['b', false]);
  });

  it('stays while it is pinned, by this window or another one, also after a reload', async () => {
    const { current, here, there, windows, memory } = await open();
    await here.write('a', HERE);
    await here.write('b', HERE);
    current.called('a');
    for (const window of [here, there]) {
      await pin(window, 'a');
      await settled();
      assert.ok(current.stays());
      current.called('b');
      assert.equal(current.key(), 'a');
      if (window === there) break;
      await pin(window, 'a', false);
      assert.ok(!current.stays());
    }
    const again = await open({ windows, remembered: memory.value });
    assert.deepEqual([again.current.key(), again.current.stays()], ['a', true]);
    again.current.called('b');
    await again.current.restore();
    assert.equal(again.current.key(), 'a');
    await pin(there, 'a', false);
    const unpinned = await open({ windows, remembered: memory.value });
    await unpinned.current.restore();
    assert.deepEqual([unpinned.current.key(), unpinned.current.stays()], ['b', false]);
  });

  it('is left for the latest also where it is pinned', async () => {
    const { current, here } = await open();
    await here.write('a', HERE);
    await here.write('b', HERE);
    await pin(here, 'a');
    current.called('b');
    current.show('a');
    await settled();
    await current.followLatest();
    assert.deepEqual([current.key(), current.stays()], ['b', false]);
  });

  it('where none was used yet, the latest is the one of this workspace that changed last', async () => {
    const { current, here } = await open();
    await here.write('a', HERE);
    await here.write('b', HERE);
    await here.write('other', 'file:///other');
    current.show('a');
    await current.followLatest();
    assert.deepEqual([current.key(), current.stays()], ['b', false]);
  });

  it('stays where it is removed, by whichever window, until a chat is used', async () => {
    const { current, here, there, told } = await open();
    for (const key of ['c', 'b', 'a']) await here.write(key, HERE);
    current.called('a');
    for (const window of [here, there]) {
      await settled();
      await window.remove('a');
      await settled();
      assert.deepEqual([current.key(), current.stays()], ['a', false]);
      await here.write('a', HERE);
    }
    assert.deepEqual(told, ['a']);
    current.called('b');
    assert.equal(current.key(), 'b');
  });

  it('that a person chose or pinned gives way, where it is removed, to the chat in use', async () => {
    const { current, here, there } = await open();
    for (const key of ['c', 'b', 'a']) await here.write(key, HERE);
    current.show('a');
    await settled();
    await there.remove('a');
    await settled();
    assert.deepEqual([current.key(), current.stays()], ['a', false], 'no chat was in use');
    current.called('b');
    await pin(here, 'c');
    current.show('c');
    await settled();
    await here.remove('c');
    await settled();
    assert.deepEqual([current.key(), current.stays()], ['b', false]);
    await here.remove('b');
    await settled();
    assert.equal(current.key(), 'b');
  });

  it('that was removed while no window was open is not shown after a reload', async () => {
    const remembered = { key: 'gone', chosen: true, pinned: false };
    const { current, here } = await open({ remembered });
    await here.write('a', HERE);
    await current.restore();
    assert.deepEqual([current.key(), current.stays()], ['a', false]);
  });

  it('is kept where it cannot be read or was never written, for that is no removal', async () => {
    const { current, here, there, windows } = await open();
    await here.write('a', HERE);
    current.called('new chat');
    await settled();
    windows.tell('new chat');
    await settled();
    assert.equal(current.key(), 'new chat');
    current.show('a');
    await settled();
    here.failure = new Error('locked');
    let rechecks = 0;
    current.onDidRecheck(() => rechecks++);
    await there.write('a', HERE);
    await settled();
    assert.deepEqual([current.key(), rechecks], ['a', 1]);
  });
});
