import { randomBytes } from 'node:crypto';
import { env, l10n, Uri, window, type WebviewView, type WebviewViewProvider } from 'vscode';
import { MessageChannel } from '../protocol/messageChannel';
import {
  type Answer,
  type ToHost,
  toHostSchema,
  type ViewCommand,
  type ViewSettings,
} from '../protocol/webviewMessages';
import type { PlanReader } from '../service/planReader';
import type { SessionKey } from '../service/planStore';
import type { Disposable, Log } from '../service/ports';
import { PANEL_VIEWS } from './panelLocations';
import { PlanViewFeed } from './planViewFeed';
import { viewStrings } from './viewStrings';
import { webviewHtml } from './webviewHtml';

/** The chat whose plan is shown. The editor does not tell which chat is in front, so others decide. */
export interface FollowedSession {
  key(): SessionKey | undefined;
  onDidChange(listener: () => void): Disposable;
}

export interface PlanViewDeps {
  readonly extensionUri: Uri;
  readonly reader: PlanReader;
  readonly current: FollowedSession;
  /** The tool with which an agent can begin a plan; undefined where it is offered none. */
  planTool(): string | undefined;
  density(): ViewSettings['density'];
  onDidChangeSettings(listener: () => void): Disposable;
  readonly log: Log;
  /** Carries out what a button of the view asks for. */
  run(command: ViewCommand): void;
}

/** Offers the panel in each of its places; the editor resolves the one that is first shown. */
export function registerPlanView(deps: PlanViewDeps): Disposable {
  const open = new Set<PlanView>();
  const provider: WebviewViewProvider = {
    resolveWebviewView(webviewView) {
      const view = new PlanView(webviewView, deps);
      open.add(view);
      webviewView.onDidDispose(() => {
        open.delete(view);
        view.dispose();
      });
    },
  };
  const registrations = Object.values(PANEL_VIEWS).map((id) =>
    window.registerWebviewViewProvider(id, provider),
  );
  return {
    dispose() {
      for (const registration of registrations) registration.dispose();
      for (const view of open) view.dispose();
      open.clear();
    },
  };
}

class PlanView implements Disposable {
  readonly #view: WebviewView;
  readonly #deps: PlanViewDeps;
  readonly #channel: MessageChannel<ToHost>;
  readonly #feed: PlanViewFeed;
  readonly #subscriptions: Disposable[];
  /** A view that is still of another version after this was done once is left alone. */
  #reloaded = false;

  constructor(view: WebviewView, deps: PlanViewDeps) {
    this.#view = view;
    this.#deps = deps;
    this.#channel = new MessageChannel<ToHost>({
      incoming: toHostSchema,
      post: (message) => void view.webview.postMessage(message),
      handle: (message) => this.#handle(message),
      onOtherVersion: () => {
        this.#reload();
      },
      warn: (text, error) => {
        if (error === undefined) deps.log.warn(text);
        else deps.log.error(text, error);
      },
      startTimer,
    });
    this.#feed = new PlanViewFeed({
      reader: deps.reader,
      post: (message) => {
        this.#channel.send(message);
      },
      startTimer,
      log: deps.log,
      unreadableText: () => l10n.t('An unexpected error happened. The log has the details.'),
    });
    this.#feed.follow(deps.current.key());
    this.#subscriptions = [
      view.webview.onDidReceiveMessage((data: unknown) => {
        this.#channel.receive(data);
      }),
      view.onDidChangeVisibility(() => {
        if (view.visible) this.#show();
        else this.#feed.pause();
      }),
      deps.current.onDidChange(() => {
        this.#feed.follow(deps.current.key());
      }),
      deps.onDidChangeSettings(() => {
        if (view.visible) this.#sayHello();
      }),
    ];
    this.#render();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#feed.dispose();
    this.#channel.dispose();
  }

  #handle(message: ToHost): Promise<Answer> | undefined {
    switch (message.kind) {
      case 'ready':
        this.#show();
        return undefined;
      case 'reload':
        this.#reload();
        return undefined;
      case 'run':
        this.#deps.run(message.command);
        return undefined;
      case 'revision':
        return this.#feed.revision(message.session, message.revision);
      case 'page':
        return this.#feed.page(message.session, message.before);
      case 'list':
      case 'open':
        return undefined;
    }
  }

  #show(): void {
    this.#sayHello();
    this.#feed.show();
  }

  #sayHello(): void {
    const settings = {
      planTool: this.#deps.planTool() ?? null,
      locale: env.language,
      density: this.#deps.density(),
    };
    this.#channel.send({ kind: 'hello', strings: viewStrings(), settings });
  }

  #reload(): void {
    if (this.#reloaded) return;
    this.#reloaded = true;
    this.#deps.log.warn('The plan view spoke another version of its protocol and is loaded again.');
    this.#render();
  }

  #render(): void {
    const { webview } = this.#view;
    const folder = Uri.joinPath(this.#deps.extensionUri, 'dist', 'webview');
    webview.options = { enableScripts: true, localResourceRoots: [folder] };
    webview.html = webviewHtml({
      cspSource: webview.cspSource,
      scriptUri: webview.asWebviewUri(Uri.joinPath(folder, 'main.js')).toString(),
      styleUri: webview.asWebviewUri(Uri.joinPath(folder, 'main.css')).toString(),
      nonce: randomBytes(16).toString('base64'),
      locale: env.language,
      title: l10n.t('Plan'),
    });
  }
}

function startTimer(milliseconds: number, callback: () => void): () => void {
  const timer = setTimeout(callback, milliseconds);
  return () => {
    clearTimeout(timer);
  };
}
