import { env, l10n, Uri, type WebviewView } from 'vscode';
import { MessageChannel } from '../../protocol/messageChannel';
import { toHostSchema } from '../../protocol/messagesToHost';
import type { PlanTarget } from '../../protocol/planTarget';
import {
  type Answer,
  type BodyOf,
  type ToHost,
  type ToView,
  type ViewCommand,
} from '../../protocol/webviewMessages';
import type { Disposable } from '../../service/ports';
import { OfferFeed } from '../adoption/offerFeed';
import { inWords } from '../inWords';
import { planModeAnswer } from '../planMode/planModeAnswer';
import type { PlanViewDeps } from './planViewDeps';
import { PlanViewFeed } from './planViewFeed';
import { SessionsFeed } from './sessionsFeed';
import { startTimer } from '../startTimer';
import { PanelDraft } from '../steering/panelDraft';
import { viewStrings } from './viewStrings';
import { webviewHtml } from './webviewHtml';

/** The host's side of one panel, from when the editor resolves it until it is closed. */
export class PlanView implements Disposable {
  readonly #view: WebviewView;
  readonly #deps: PlanViewDeps;
  readonly #channel: MessageChannel<ToHost>;
  readonly #feed: PlanViewFeed;
  readonly #sessions: SessionsFeed;
  readonly #draft: PanelDraft;
  readonly #offers: OfferFeed;
  readonly #subscriptions: Disposable[];
  /** A view that is still of another version after this was done once is left alone. */
  #reloaded = false;

  constructor(view: WebviewView, deps: PlanViewDeps) {
    this.#view = view;
    this.#deps = deps;
    const { current, deleted, log, steering } = deps;
    this.#channel = new MessageChannel<ToHost>({
      incoming: toHostSchema,
      post: (message) => void view.webview.postMessage(message),
      handle: (message) => this.#handle(message),
      onOtherVersion: () => {
        this.#reload();
      },
      warn: (text, error) => {
        if (error === undefined) log.warn(text);
        else log.error(text, error);
      },
      startTimer,
    });
    const ports = {
      ...{ reader: deps.reader, reviews: deps.reviews, startTimer, log },
      workspace: () => deps.workspace(),
      post: (message: BodyOf<ToView>) => {
        this.#channel.send(message);
      },
      inWords,
      storeProblem: () => deps.reach.problem,
    };
    this.#feed = new PlanViewFeed(ports);
    this.#sessions = new SessionsFeed(ports);
    this.#draft = new PanelDraft({ steering, session: () => current.key(), post: ports.post });
    this.#offers = new OfferFeed({ ...deps, ...ports });
    this.#feed.follow(current.key());
    this.#subscriptions = [
      view.webview.onDidReceiveMessage((data: unknown) => {
        this.#channel.receive(data);
      }),
      view.onDidChangeVisibility(() => {
        if (view.visible) this.#show();
        else this.#pause();
      }),
      current.onDidChange(() => {
        this.#feed.follow(current.key());
        if (view.visible) this.#tellFollowing();
        this.#draft.tell();
      }),
      deps.reviews.onDidChangeReviews((session) => {
        if (view.visible && session === current.key()) this.#tellFollowing();
      }),
      current.onDidRecheck(() => {
        this.#feed.recheck();
      }),
      deps.reach.onDidChange(() => {
        this.#sessions.recheck();
      }),
      deleted.onDidChange(({ isBack }) => {
        if (view.visible) this.#tellDeleted(isBack);
      }),
      deleted.tellIn(view),
      deps.onDidChangeSettings(() => {
        if (view.visible) this.#sayHello();
      }),
    ];
    this.#render();
  }

  dispose(): void {
    this.#draft.dispose();
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#feed.dispose();
    this.#sessions.dispose();
    this.#offers.dispose();
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
        this.#deps.run(message.command, this.#target(message.command, message.target));
        return undefined;
      case 'revision':
        return this.#feed.revision(message.session, message.revision);
      case 'page':
        return this.#feed.page(message.session, message.before);
      case 'planMode':
      case 'setPlanMode':
        return planModeAnswer(this.#deps.planMode, message, this.#deps.log);
      case 'draft':
        this.#draft.keep(message.session, message.draft);
        return undefined;
      case 'list':
        this.#sessions.watch(message.on);
        return undefined;
      case 'open':
        if (message.session === null) this.#deps.run('followLatest', {});
        else this.#deps.current.show(message.session);
        return undefined;
    }
  }

  /** The session on the screen, where the view names none; but all plans are verified then. */
  #target(command: ViewCommand, target: PlanTarget = {}): PlanTarget {
    const session = this.#deps.current.key();
    if (session === undefined || command === 'verifyPlans') return target;
    return { session, ...target };
  }

  #show(): void {
    this.#sayHello();
    this.#tellFollowing();
    this.#tellDeleted();
    this.#feed.show();
    this.#sessions.show();
    this.#draft.show();
    this.#offers.show();
  }

  #pause(): void {
    this.#feed.pause();
    this.#sessions.pause();
    this.#draft.pause();
    this.#offers.pause();
  }

  #tellFollowing(): void {
    const { current, reviews } = this.#deps;
    const session = current.key() ?? null;
    const review = session === null ? undefined : reviews.openReviews.get(session);
    const asked = review !== undefined && { review };
    this.#channel.send({ kind: 'following', session, stays: current.stays(), ...asked });
  }

  #tellDeleted(isBack = false): void {
    const title = this.#deps.deleted.offered();
    this.#channel.send({ kind: 'deleted', title, ...(isBack && { isBack }) });
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
      nonce: crypto.randomUUID().replaceAll('-', ''),
      locale: env.language,
      title: l10n.t('Plan'),
    });
  }
}
