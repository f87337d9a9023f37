import assert from 'node:assert/strict';
import type { Uri, WebviewView } from 'vscode';
import type { Draft } from '../../../src/domain/steering/draft';
import type { PlanViewDeps } from '../../../src/editor/panel/planViewDeps';
import type { registerPlanView } from '../../../src/editor/panel/planViewProvider';
import type { DraftedChange } from '../../../src/editor/steering/steering';
import type { SteerAction } from '../../../src/protocol/steerAction';
import { PROTOCOL_VERSION, type ToView } from '../../../src/protocol/webviewMessages';
import type { Disposable } from '../../../src/service/ports';
import { sessionPlanMode } from '../../../src/service/sessionPlanMode';
import { fakeClock } from '../../support/fakeClock';
import { fakeLog } from '../../support/fakeLog';
import { loadWithVscode } from '../../support/loadWithVscode';
import { FakePlanReader } from '../fakePlanReader';

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
export async function openView({ closeWhileLoading = false } = {}) {
  const posts: ToView[] = [];
  const pages: string[] = [];
  const messages = new Listeners<unknown>();
  const visibility = new Listeners<void>();
  const disposed = new Listeners<void>();
  const currentChanged = new Listeners<void>();
  const rechecked = new Listeners<void>();
  const deletedChanged = new Listeners<{ isBack: boolean }>();
  const reached = new Listeners<void>();
  const planToolChanged = new Listeners<void>();
  const draftChanged = new Listeners<DraftedChange>();
  const steered = new Listeners<SteerAction>();
  const kept = new Map<string, Draft | null>();
  const looked: string[] = [];
  const inFront = new Set<object>();
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
  let provider: { resolveWebviewView(view: WebviewView): Promise<void> } | undefined;
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
  const commands: unknown[] = [];
  const chosen: string[] = [];
  const deleted: { title: string | null } = { title: null };
  /** Panels that tell of it. */
  const told = new Set<{ readonly visible: boolean }>();
  let key: string | undefined = 'a';
  const log = fakeLog();
  const reach: { problem: unknown; onDidChange: PlanViewDeps['reach']['onDidChange'] } = {
    problem: undefined,
    onDidChange: reached.on,
  };
  const deps: PlanViewDeps = {
    reach,
    extensionUri: 'extension' as unknown as Uri,
    reader,
    reviews: { openReviews: new Map(), onDidChangeReviews: reader.onDidChangeElsewhere },
    planMode: sessionPlanMode({
      snapshot: (session) => reader.snapshot(session),
      execute: async ({ active }) => (reader.planMode &&= { active: !active, pending: active }),
    }),
    current: {
      key: () => key,
      stays: () => chosen.length > 0,
      show: (session) => void chosen.push(session),
      onDidChange: currentChanged.on,
      onDidRecheck: rechecked.on,
    },
    deleted: {
      offered: () => deleted.title,
      onDidChange: deletedChanged.on,
      tellIn: (panel) => {
        told.add(panel);
        return { dispose: () => told.delete(panel) };
      },
    },
    steering: {
      draft: (session) => kept.get(session) ?? null,
      keep: (session, draft) => void kept.set(session, draft),
      look: (session) => Promise.resolve(void looked.push(session)),
      shown: (panel, isThere) => {
        if (isThere) inFront.add(panel);
        else inFront.delete(panel);
      },
      onDidChange: draftChanged.on,
      onDidSteer: steered.on,
    },
    copied: { isCopied: () => false },
    clock: fakeClock(),
    workspace: () => undefined,
    planTool: () => planTool,
    density: () => 'comfortable',
    onDidChangeSettings: planToolChanged.on,
    log,
    run: (...call) => void commands.push(call),
  };
  const loaded = await loadWithVscode<{ registerPlanView: typeof registerPlanView }>(
    'src/editor/panel/planViewProvider.ts',
    vscode,
  );
  const registration = loaded.registerPlanView(deps);
  const shown = provider?.resolveWebviewView(view as unknown as WebviewView);
  if (closeWhileLoading) disposed.fire();
  await shown;
  return {
    ...{ view, reader, commands, log, registration, pages, posts, disposed },
    ...{ chosen, rechecked, kept, looked, inFront, draftChanged, steered },
    listening: () =>
      [messages, visibility, currentChanged, rechecked, deletedChanged, draftChanged, steered]
        .map(({ all }) => all.size)
        .reduce((sum, size) => sum + size, told.size),
    toldIn: () => [...told].map(({ visible }) => visible),
    offerUndo: (title: string | null, isBack = false) => {
      deleted.title = title;
      deletedChanged.fire({ isBack });
    },
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
