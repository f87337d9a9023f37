import { batch, computed, effect, signal } from '@preact/signals';
import { changesBetween, type PlanDocument, visibleText } from '../src/protocol/planView';
import type { ViewStringKey, ViewStrings } from '../src/protocol/viewStringKeys';
import type { PlanTarget } from '../src/protocol/planTarget';
import type {
  OfferMessage,
  SessionMessage,
  ToView,
  ViewCommand,
  ViewSettings,
} from '../src/protocol/webviewMessages';
import { changeWords } from './history/changeText';
import { HistoryModel } from './history/historyModel';
import type { HostConnection } from './hostConnection';
import { Announcer } from './announcer';
import { type PanelLayout, toPanelLayout } from './panelLayout';
import { type HeldSession, PlanSession } from './planSession';
import { PlanModeModel } from './plan/planModeModel';
import { modeText } from './plan/planModeSwitch';
import { type StartTimes, startTimes } from './plan/startTimes';
import { TimeWords } from './relativeTime';
import { SteeringDoor } from './steering/steeringDoor';
import { SessionsModel } from './sessions/sessionsModel';
import type { Texts } from './texts';
import { toScreen } from './viewState';

const NO_SETTINGS: ViewSettings = { planTool: null, locale: 'en', density: 'comfortable' };

/** Messages closer together than this, in milliseconds, do not make all times be said anew. */
const CLOCK_STEP = 5_000;

/** State of the panel and all that a person can do in it. Components read signals and call methods. */
export class PanelModel implements Texts {
  readonly #host: HostConnection;
  readonly #session: PlanSession;
  readonly #strings = signal<ViewStrings | undefined>(undefined);
  /** The plan of which a screen reader heard last. */
  #told: PlanDocument | null = null;
  readonly #held = signal<HeldSession>({ session: undefined, content: 'loading' });

  readonly announcer = new Announcer();
  readonly settings = signal(NO_SETTINGS);
  readonly offer = signal<OfferMessage['plan']>(null);
  readonly sessions: SessionsModel;
  readonly history: HistoryModel;
  readonly planMode: PlanModeModel;
  readonly steering: SteeringDoor;
  readonly now = signal(Date.now());
  /** Of the latest plan. */
  readonly started = signal<StartTimes>(new Map());
  readonly layout = signal<PanelLayout>(toPanelLayout(undefined));
  readonly page = computed(() => this.layout.value.page);
  readonly screen = computed(() =>
    this.#strings.value
      ? toScreen(this.#held.value, this.settings.value, this.history.opened.value)
      : ({ kind: 'loading' } as const),
  );
  readonly times = computed(() => new TimeWords(this.settings.value.locale, this.text('now')));

  constructor(host: HostConnection) {
    this.#host = host;
    this.layout.value = toPanelLayout(host.loadState());
    const announce = (text: string): void => {
      this.announcer.say(text);
    };
    this.sessions = new SessionsModel({ host, texts: this, announce });
    this.history = new HistoryModel({
      host,
      texts: this,
      held: () => this.#held.value,
      announce,
    });
    this.planMode = new PlanModeModel(host);
    this.steering = new SteeringDoor({
      ...{ host, texts: this, announce },
      latest: () => {
        const { content } = this.#held.value;
        if (typeof content === 'string' || !content.plan) return undefined;
        return { session: content.session, plan: content.plan };
      },
      loaded: () => this.#loaded(),
    });
    this.#session = new PlanSession(() => {
      host.send({ kind: 'ready' });
    });
  }

  text(key: ViewStringKey, ...values: (string | number)[]): string {
    const template = this.#strings.value?.[key] ?? '';
    return template.replace(/\{(\d)\}/g, (_, place: string) => String(values[Number(place)] ?? ''));
  }

  receive(message: ToView): void {
    switch (message.kind) {
      case 'hello':
        this.#strings.value = message.strings;
        this.settings.value = message.settings;
        // The host has begun anew and knows nothing of the list on the screen.
        if (this.page.value === 'sessions') this.sessions.watch(true);
        break;
      case 'sessions':
        this.#look();
        this.sessions.receive(message);
        break;
      case 'following':
        if (message.review !== undefined && message.review !== this.sessions.review.peek()) {
          this.announcer.say(this.text('rowReview', message.review));
        }
        this.sessions.follow(message);
        break;
      case 'deleted':
        this.sessions.deleted.value = message.title;
        if (message.isBack) this.announcer.say(this.text('sessionBack'));
        if (message.title !== null) {
          const title = visibleText(this.sessions.titleOf({ title: message.title }));
          this.announcer.say(this.text('sessionDeleted', title));
        }
        break;
      case 'draft':
        void this.steering.receive(message);
        break;
      case 'steer':
        // What a command of the editor does is to be seen.
        if (this.page.peek() !== 'plan') this.showPlan();
        this.history.showLatest();
        void this.steering.steer(message.action);
        break;
      case 'snapshot':
      case 'event':
      case 'reset':
        this.#receivePlan(message);
        break;
      case 'offer':
        this.offer.value = message.plan;
        break;
      case 'reply':
        break;
    }
  }

  run(command: ViewCommand, target?: PlanTarget): void {
    this.#host.send({ kind: 'run', command, ...(target && { target }) });
  }

  async selectPlanMode(active: boolean): Promise<void> {
    const selected = await this.planMode.select(active);
    if (selected) this.announcer.say(this.text(modeText(selected)));
  }

  retry(): void {
    this.#host.send({ kind: 'ready' });
  }

  setLayout(change: Partial<PanelLayout>): void {
    this.layout.value = { ...this.layout.value, ...change };
    this.#host.saveState(this.layout.value);
  }

  showSessions(): void {
    this.setLayout({ page: 'sessions' });
    this.sessions.watch(true);
  }

  /** Shows the plan of a session and stays there; null: of whichever changes last. */
  openSession(session: string | null): void {
    this.sessions.open(session);
    this.showPlan();
  }

  showPlan(): void {
    this.setLayout({ page: 'plan' });
    this.sessions.watch(false);
  }

  /** One step back: from the list to the plan, from an earlier revision to the latest. */
  goBack(): void {
    if (this.page.value === 'sessions') this.showPlan();
    else this.history.showLatest();
  }

  /** Commands of the editor may come before the plan that they are about. */
  async #loaded(): Promise<void> {
    if (this.#held.peek().content !== 'loading') return;
    await new Promise<void>((resolve) => {
      const stop = effect(() => {
        if (this.#held.value.content === 'loading') return;
        stop();
        resolve();
      });
    });
  }

  /** At the clock. */
  #look(): void {
    const now = Date.now();
    if (now - this.now.peek() > CLOCK_STEP) this.now.value = now;
  }

  #receivePlan(message: SessionMessage): void {
    const before = this.#session.held;
    this.#session.receive(message);
    const after = this.#session.held;
    if (message.kind === 'reset') {
      this.history.reset();
      this.announcer.clear();
      this.planMode.follow(message.session);
      if (this.offer.peek()?.into !== message.session) this.offer.value = null;
      this.#told = null;
    }
    if (message.kind === 'snapshot' && message.content.state === 'plan') this.planMode.open();
    if (message.kind === 'event') this.planMode.event(message);
    this.#look();
    const { content } = after;
    if (typeof content === 'string') {
      this.#held.value = after;
      return;
    }
    const old = typeof before.content === 'string' ? null : before.content;
    batch(() => {
      this.#held.value = after;
      this.started.value = startTimes(content, old, this.started.peek());
    });
    this.#keepLayoutOf(content.session);
    this.history.lines.receive(content.session, content.revisions);
    if (before.content === 'loading') this.#told = content.plan;
    else if (content.plan !== old?.plan) this.announcer.sayNews(() => this.#news());
  }

  /** What became of the plan since that was said last; empty where nothing did. */
  #news(): string {
    const { content } = this.#held.peek();
    const plan = typeof content === 'string' ? null : content.plan;
    const told = this.#told;
    this.#told = plan;
    if (!plan || plan.revision <= (told?.revision ?? 0)) return '';
    if (this.page.peek() !== 'plan') return '';
    return this.text(
      'announceUpdate',
      plan.revision,
      changeWords(this, changesBetween(told, plan)),
    );
  }

  #keepLayoutOf(session: string): void {
    if (this.layout.value.session === session) return;
    this.setLayout({ session, collapsed: [], scrollTop: 0 });
  }
}
