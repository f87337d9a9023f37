import { computed, signal } from '@preact/signals';
import { type ChangeSummary, changesBetween, type PlanView } from '../src/protocol/planView';
import type { ViewStringKey, ViewStrings } from '../src/protocol/viewStringKeys';
import type {
  OpenedRevision,
  ToView,
  ViewCommand,
  ViewSettings,
} from '../src/protocol/webviewMessages';
import { changeText } from './changeText';
import type { HostConnection } from './hostConnection';
import { type PanelLayout, toPanelLayout } from './panelLayout';
import { type HeldSession, PlanSession, type SessionMessage } from './planSession';
import { TimeWords } from './relativeTime';
import { toScreen } from './viewState';

const NO_SETTINGS: ViewSettings = { planTool: null, locale: 'en' };

/** State of the panel and all that a person can do in it. Components read signals and call methods. */
export class PanelModel {
  readonly #host: HostConnection;
  readonly #session: PlanSession;
  readonly #strings = signal<ViewStrings | undefined>(undefined);
  readonly #settings = signal(NO_SETTINGS);
  readonly #held = signal<HeldSession>({ session: undefined, content: 'loading' });
  readonly #opened = signal<OpenedRevision | undefined>(undefined);
  /** Counts what was opened: an answer that comes after another choice is dropped. */
  #choice = 0;

  /** The last thing a screen reader should say. */
  readonly announcement = signal('');
  /** The revision that could not be opened. */
  readonly failedRevision = signal<number | undefined>(undefined);
  readonly now = signal(Date.now());
  readonly layout = signal<PanelLayout>(toPanelLayout(undefined));
  readonly screen = computed(() =>
    this.#strings.value
      ? toScreen(this.#held.value, this.#settings.value, this.#opened.value)
      : ({ kind: 'loading' } as const),
  );
  readonly times = computed(() => new TimeWords(this.#settings.value.locale, this.text('now')));

  constructor(host: HostConnection) {
    this.#host = host;
    this.layout.value = toPanelLayout(host.loadState());
    this.#session = new PlanSession(() => {
      host.send({ kind: 'ready' });
    });
  }

  /** The text in the person's language, with `{0}`, `{1}` filled in; empty before the host has said hello. */
  text(key: ViewStringKey, ...values: (string | number)[]): string {
    const template = this.#strings.value?.[key] ?? '';
    return template.replace(/\{(\d)\}/g, (_, place: string) => String(values[Number(place)] ?? ''));
  }

  receive(message: ToView): void {
    if (message.kind === 'hello') {
      this.#strings.value = message.strings;
      this.#settings.value = message.settings;
    } else if (message.kind !== 'reply') {
      this.#receivePlan(message);
    }
  }

  async open(revision: number): Promise<void> {
    const choice = ++this.#choice;
    const held = this.#held.value.content;
    if (typeof held === 'string') return;
    this.failedRevision.value = undefined;
    if (revision === held.plan?.revision) {
      this.showLatest();
      return;
    }
    const answer = await this.#host.openRevision(held.session, revision);
    if (choice !== this.#choice || this.#held.value.session !== held.session) return;
    if (answer.ok) {
      this.#opened.value = answer.value;
      this.announcement.value = this.text('announceViewing', revision, this.#latestRevision());
    } else {
      this.failedRevision.value = revision;
      this.announcement.value = this.text('revisionUnavailable', revision);
    }
  }

  showLatest(): void {
    this.#choice += 1;
    this.failedRevision.value = undefined;
    if (!this.#opened.value) return;
    this.#opened.value = undefined;
    this.announcement.value = this.text('announceLatest', this.#latestRevision());
  }

  run(command: ViewCommand): void {
    this.#host.send({ kind: 'run', command });
  }

  retry(): void {
    this.#host.send({ kind: 'ready' });
  }

  setLayout(change: Partial<PanelLayout>): void {
    this.layout.value = { ...this.layout.value, ...change };
    this.#host.saveState(this.layout.value);
  }

  #latestRevision(): number {
    const { content } = this.#held.value;
    return typeof content === 'string' ? 0 : (content.plan?.revision ?? 0);
  }

  #receivePlan(message: SessionMessage): void {
    const before = this.#session.held;
    this.#session.receive(message);
    const after = this.#session.held;
    if (message.kind === 'reset') {
      this.#choice += 1;
      this.#opened.value = undefined;
      this.failedRevision.value = undefined;
      this.announcement.value = '';
    }
    this.now.value = Date.now();
    this.#held.value = after;
    if (typeof after.content === 'string') return;
    this.#keepLayoutOf(after.content.session);
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
      this.#changeWords(changes),
    );
  }

  #changeWords(changes: ChangeSummary): string {
    return changeText(this, changes)
      .map((part) => part.text)
      .join(', ');
  }

  #keepLayoutOf(session: string): void {
    if (this.layout.value.session === session) return;
    this.setLayout({ session, collapsed: [], scrollTop: 0 });
  }
}
