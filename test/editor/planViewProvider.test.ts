import assert from 'node:assert/strict';
import type { Uri, WebviewView } from 'vscode';
import type { PlanViewDeps, registerPlanView } from '../../src/editor/planViewProvider';
import { PROTOCOL_VERSION, type ToView } from '../../src/protocol/webviewMessages';
import type { Disposable } from '../../src/service/ports';
import { fakeLog } from '../support/fakeLog';
import { loadWithVscode } from '../support/loadWithVscode';
import { FakePlanReader } from './fakePlanReader';

/** Listeners of one event, as the editor keeps them. */
class Listeners<Value> {
  readonly all = new Set<(value: Value) => void>();
  readonly on = (listener: (value: Value) => void): Disposable => {
    this.all.add(listener);
    return { dispose: () => void this.all.delete(listener) };
  };
  fire(value: Value): void {
    for (const listener of this.all) listener(value);
  }
}

/** The editor's side of a webview view: what was rendered, posted and listened to. */
async function openView() {
  const posts: ToView[] = [];
  const pages: string[] = [];
  const messages = new Listeners<unknown>();
  const visibility = new Listeners<void>();
  const disposed = new Listeners<void>();
  const currentChanged = new Listeners<void>();
  const planToolChanged = new Listeners<void>();
  let planTool: string | undefined = 'update_plan';
  const view = {
    visible: true,
    onDidChangeVisibility: visibility.on,
    onDidDispose: disposed.on,
    webview: {
      options: {} as { enableScripts?: boolean; localResourceRoots?: unknown[] },
      cspSource: 'https://files.example',
      asWebviewUri: (uri: string) => uri,
      set html(page: string) {
        pages.push(page);
      },
      onDidReceiveMessage: messages.on,
      postMessage: (message: ToView) => {
        posts.push(message);
        return Promise.resolve(true);
      },
    },
  };
  let provider: { resolveWebviewView(view: WebviewView): void } | undefined;
  const vscode = {
    env: { language: 'en' },
    l10n: { t: (text: string) => text },
    Uri: { joinPath: (base: string, ...parts: string[]) => [base, ...parts].join('/') },
    window: {
      registerWebviewViewProvider: (id: string, given: typeof provider) => {
        assert.match(id, /^sessionPlans\.plan/);
        provider = given;
        return { dispose: () => (provider = undefined) };
      },
    },
  };
  const reader = new FakePlanReader();
  const commands: string[] = [];
  let key: string | undefined = 'a';
  const log = fakeLog();
  const deps: PlanViewDeps = {
    extensionUri: 'extension' as unknown as Uri,
    reader,
    current: { key: () => key, onDidChange: currentChanged.on },
    planTool: () => planTool,
    density: () => 'comfortable',
    onDidChangeSettings: planToolChanged.on,
    log,
    run: (command) => void commands.push(command),
  };
  const loaded = await loadWithVscode<{ registerPlanView: typeof registerPlanView }>(
    'src/editor/planViewProvider.ts',
    vscode,
  );
  const registration = loaded.registerPlanView(deps);
  provider?.resolveWebviewView(view as unknown as WebviewView);
  return {
    ...{ view, reader, commands, log, registration, pages, posts, disposed },
    listening: () => messages.all.size + visibility.all.size + currentChanged.all.size,
    say: (message: object) => {
      messages.fire({ v: PROTOCOL_VERSION, ...message });
    },
    offer: (tool: string | undefined) => {
      planTool = tool;
      planToolChanged.fire();
    },
    setVisible: (visible: boolean) => {
      view.visible = visible;
      visibility.fire();
    },
    follow: (session: string | undefined) => {
      key = session;
      currentChanged.fire();
    },
    async heard(): Promise<string[]> {
      await new Promise((resolve) => setTimeout(resolve, 80));
      return posts.splice(0).map(({ kind }) => kind);
    },
  };
}

describe('planViewProvider', () => {
  it('renders a page that may run its one script and read its own folder', async () => {
    const { pages, view } = await openView();
    const [page = ''] = pages;
    assert.match(page, /default-src 'none'/);
    assert.match(page, /require-trusted-types-for 'script'; trusted-types 'none'/);
    const [, nonce = ''] = /script-src 'nonce-([^']+)'/.exec(page) ?? [];
    assert.ok(nonce.length >= 16);
    assert.ok(page.includes(`<script nonce="${nonce}" src="extension/dist/webview/main.js">`));
    assert.deepEqual(view.webview.options, {
      enableScripts: true,
      localResourceRoots: ['extension/dist/webview'],
    });
  });

  it('greets a view that is ready and brings it to the present', async () => {
    const { say, heard, reader } = await openView();
    reader.commit('a', 2);
    assert.deepEqual(await heard(), []);
    say({ kind: 'ready' });
    assert.deepEqual(await heard(), ['hello', 'reset', 'snapshot']);
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
    assert.deepEqual(await heard(), ['hello', 'reset', 'snapshot']);
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
    say({ kind: 'run', command: 'showLog' });
    say({ kind: 'run', command: 'workbench.action.quit' });
    assert.deepEqual(commands, ['showLog']);
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
    assert.equal(closed.listening(), 0);
    const ended = await openView();
    ended.registration.dispose();
    assert.equal(ended.listening(), 0);
    ended.reader.commit('a');
    assert.deepEqual(await ended.heard(), []);
  });
});
