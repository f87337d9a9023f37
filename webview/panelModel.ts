import { computed, signal } from '@preact/signals';
import { changesBetween, type PlanView } from '../src/protocol/planView';
import type { ViewStringKey, ViewStrings } from '../src/protocol/viewStringKeys';
import type { PlanTarget } from '../src/protocol/planTarget';
import type {
  SessionMessage,
  ToView,
  ViewCommand,
  ViewSettings,
} from '../src/protocol/webviewMessages';
import { changeWords } from './history/changeText';
import { HistoryModel } from './history/historyModel';
import type { HostConnection } from './hostConnection';
import { type PanelLayout, toPanelLayout } from './panelLayout';
import { type HeldSession, PlanSession } from './planSession';
import { TimeWords } from './relativeTime';
import { SessionsModel } from './sessions/sessionsModel';
import type { Texts } from './texts';
import { toScreen } from './viewState';

const NO_SETTINGS: ViewSettings = { planTool: null, locale: 'en', density: 'comfortable' };

/** State of the panel and all that a person can do in it. Components read signals and call methods. */
export class PanelModel implements Texts {
  readonly #host: HostConnection;
  readonly #session: PlanSession;
  readonly #strings = signal<ViewStrings | undefined>(undefined);
  readonly #held = signal<HeldSession>({ session: undefined, content: 'loading' });

  /** The last thing a screen reader should say. */
  readonly announcement = signal('');
  readonly settings = signal(NO_SETTINGS);
  readonly sessions: SessionsModel;
  readonly history: HistoryModel;
  readonly now = signal(Date.now());
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
      this.announcement.value = text;
    };
    this.sessions = new SessionsModel({ host, texts: this, announce });
    this.history = new HistoryModel({
      host,
      texts: this,
      held: () => this.#held.value,
      announce,
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
        this.sessions.receive(message);
        break;
      case 'following':
        this.sessions.follow(message);
        break;
      case 'deleted':
        this.sessions.deleted.value = message.title;
        break;
      case 'snapshot':
      case 'event':
      case 'reset':
        this.#receivePlan(message);
        break;
      case 'reply':
        break;
    }
  }

  run(command: ViewCommand, target?: PlanTarget): void {
    this.#host.send({ kind: 'run', command, ...(target && { target }) });
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

  #receivePlan(message: SessionMessage): void {
    const before = this.#session.held;
    this.#session.receive(message);
    const after = this.#session.held;
    if (message.kind === 'reset') {
      this.history.reset();
      this.announcement.value = '';
    }
    this.now.value = Date.now();
    this.#held.value = after;
    if (typeof after.content === 'string') return;
    this.#keepLayoutOf(after.content.session);
    this.history.lines.receive(after.content.session, after.content.revisions);
    if (message.kind !== 'reset' && before.content !== 'loading') {
      this.#announce(before.content === 'none' ? null : before.content, after.content);
    }
  }

  #announce(before: PlanView | null, after: PlanView): void {
    if (!after.plan || after.plan.revision <= (before?.plan?.revision ?? 0)) return;
    const changes = changesBetween(before?.plan ?? null, after.plan);
    this.announcement.value = this.text(
      'announceUpdate',
      after.plan.revision,
      changeWords(this, changes),
    );
  }

  #keepLayoutOf(session: string): void {
    if (this.layout.value.session === session) return;
    this.setLayout({ session, collapsed: [], scrollTop: 0 });
  }
}
