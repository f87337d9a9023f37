import { computed, signal } from '@preact/signals';
import { changeSummary, planDiff } from '../../src/protocol/planView';
import type { OpenedRevision } from '../../src/protocol/webviewMessages';
import type { HostConnection } from '../hostConnection';
import type { HeldSession } from '../planSession';
import type { Texts } from '../texts';
import { changeWords } from './changeText';
import { RevisionDocuments } from './revisionDocuments';
import { RevisionLines } from './revisionLines';

export interface HistoryPorts {
  readonly host: HostConnection;
  readonly texts: Texts;
  readonly held: () => HeldSession;
  readonly announce: (text: string) => void;
}

/** Two revisions of one plan, the older one first. */
export interface Comparison {
  readonly from: OpenedRevision;
  readonly to: OpenedRevision;
}

/** A slider that rests so long, in milliseconds, is where the person wants to be. */
const REST = 60;

/** Looking at earlier revisions of the plan in the panel, one alone or two beside each other. */
export class HistoryModel {
  readonly #ports: HistoryPorts;
  readonly #documents: RevisionDocuments;
  /** Counts what was chosen: an answer that comes after another choice is dropped. */
  #choice = 0;
  /** The latest revision when what is on the screen was opened. */
  readonly #known = signal(0);

  readonly lines: RevisionLines;
  /** The earlier revision on the screen, or under the comparison; undefined while it is the latest. */
  readonly opened = signal<OpenedRevision | undefined>(undefined);
  readonly comparison = signal<Comparison | undefined>(undefined);
  /** Where the person is in the timeline, before the document is there; undefined: at the latest. */
  readonly place = signal<number | undefined>(undefined);
  /** The revision that could not be opened. */
  readonly failedRevision = signal<number | undefined>(undefined);
  readonly latest = computed(() => {
    const { content } = this.#ports.held();
    return typeof content === 'string' ? 0 : (content.plan?.revision ?? 0);
  });
  /** The latest revision, if it is newer than when what is on the screen was opened. */
  readonly newer = computed(() => {
    const looksBack = this.opened.value ?? this.comparison.value;
    return looksBack && this.latest.value > this.#known.value ? this.latest.value : undefined;
  });

  constructor(ports: HistoryPorts) {
    this.#ports = ports;
    this.#documents = new RevisionDocuments(ports.host);
    this.lines = new RevisionLines(ports.host);
  }

  /** Opens one revision alone. */
  async open(revision: number): Promise<void> {
    if (await this.#open(revision)) {
      const { texts, announce } = this.#ports;
      announce(texts.text('announceViewing', revision, this.latest.peek()));
    }
  }

  /** Goes along the timeline; what is opened is where it comes to rest. */
  slide(revision: number): void {
    this.place.value = revision;
    if (revision < (this.lines.all.peek().at(-1)?.revision ?? 0)) void this.lines.fetch(revision);
    const choice = ++this.#choice;
    setTimeout(() => {
      // The slider itself has said where it is.
      if (choice === this.#choice) void this.#open(revision);
    }, REST);
  }

  /** Shows what changed between two revisions, whichever is named first. */
  async compare(one: number, other: number): Promise<void> {
    const choice = ++this.#choice;
    const { texts, announce } = this.#ports;
    const [older, newer] = [Math.min(one, other), Math.max(one, other)];
    if (older === newer || older < 1) return;
    const [from, to] = await Promise.all([this.#document(older), this.#document(newer)]);
    if (choice !== this.#choice) return;
    if (!from || !to) {
      this.#fail(from ? newer : older);
      return;
    }
    this.failedRevision.value = undefined;
    this.#known.value = this.latest.peek();
    this.comparison.value = { from, to };
    const changes = changeSummary(planDiff(from.plan, to.plan));
    announce(texts.text('announceComparison', older, newer, changeWords(texts, changes)));
  }

  /** With what is on the screen; that one itself with the one before it. */
  compareWithShown(revision: number): Promise<void> {
    const shown = this.opened.peek()?.plan.revision ?? this.latest.peek();
    return this.compare(revision === shown ? revision - 1 : shown, revision);
  }

  /** From a comparison back to what was on the screen before it. */
  endComparison(): void {
    const before = this.opened.peek()?.plan.revision;
    if (before === undefined) {
      this.showLatest();
      return;
    }
    this.#choice += 1;
    this.comparison.value = undefined;
    const { texts, announce } = this.#ports;
    announce(texts.text('announceViewing', before, this.latest.peek()));
  }

  showLatest(): void {
    const { texts, announce } = this.#ports;
    const looksBack = this.opened.peek() ?? this.comparison.peek();
    this.#leave();
    if (looksBack) announce(texts.text('announceLatest', this.latest.peek()));
  }

  /** Another session is on its way: nothing of this one is left. */
  reset(): void {
    this.#leave();
    this.#documents.clear();
    this.lines.reset();
  }

  #leave(): void {
    this.#choice += 1;
    this.failedRevision.value = undefined;
    this.opened.value = undefined;
    this.comparison.value = undefined;
    this.place.value = undefined;
  }

  /** Whether an earlier revision is on the screen now. */
  async #open(revision: number): Promise<boolean> {
    const choice = ++this.#choice;
    if (revision === this.latest.peek()) {
      this.showLatest();
      return false;
    }
    this.place.value = revision;
    const found = await this.#document(revision);
    if (choice !== this.#choice) return false;
    if (!found) {
      this.#fail(revision);
      return false;
    }
    this.failedRevision.value = undefined;
    this.#known.value = this.latest.peek();
    this.comparison.value = undefined;
    this.opened.value = found;
    return true;
  }

  #fail(revision: number): void {
    const { texts, announce } = this.#ports;
    this.failedRevision.value = revision;
    announce(texts.text('revisionUnavailable', revision));
  }

  /** The document as it is on the screen where it is the latest. */
  async #document(revision: number): Promise<OpenedRevision | undefined> {
    const { content } = this.#ports.held();
    if (typeof content === 'string') return undefined;
    const { session, plan } = content;
    if (plan?.revision === revision) {
      const at = content.revisions[0]?.at ?? content.updated;
      return { kind: 'revision', session, at, plan };
    }
    const found = await this.#documents.get(session, revision);
    return this.#ports.held().session === session ? found : undefined;
  }
}
