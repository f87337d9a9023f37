import { signal } from '@preact/signals';
import type { OpenedRevision } from '../../src/protocol/webviewMessages';
import type { HostConnection } from '../hostConnection';
import type { HeldSession } from '../planSession';
import type { Texts } from '../texts';

export interface HistoryPorts {
  readonly host: HostConnection;
  readonly texts: Texts;
  readonly held: () => HeldSession;
  readonly announce: (text: string) => void;
}

/** Looking at an earlier revision of the plan in the panel. */
export class HistoryModel {
  readonly #ports: HistoryPorts;
  /** Counts what was opened: an answer that comes after another choice is dropped. */
  #choice = 0;

  /** The earlier revision on the screen; undefined while it is the latest. */
  readonly opened = signal<OpenedRevision | undefined>(undefined);
  /** The revision that could not be opened. */
  readonly failedRevision = signal<number | undefined>(undefined);

  constructor(ports: HistoryPorts) {
    this.#ports = ports;
  }

  async open(revision: number): Promise<void> {
    const { host, texts, held, announce } = this.#ports;
    const choice = ++this.#choice;
    const { content } = held();
    if (typeof content === 'string') return;
    this.failedRevision.value = undefined;
    if (revision === content.plan?.revision) {
      this.showLatest();
      return;
    }
    const answer = await host.openRevision(content.session, revision);
    if (choice !== this.#choice || held().session !== content.session) return;
    if (answer.ok && answer.value.kind === 'revision') {
      this.opened.value = answer.value;
      announce(texts.text('announceViewing', revision, this.#latestRevision()));
    } else {
      this.failedRevision.value = revision;
      announce(texts.text('revisionUnavailable', revision));
    }
  }

  showLatest(): void {
    this.#choice += 1;
    this.failedRevision.value = undefined;
    if (!this.opened.value) return;
    this.opened.value = undefined;
    const { texts, announce } = this.#ports;
    announce(texts.text('announceLatest', this.#latestRevision()));
  }

  /** Another session is on its way: nothing of this one is left. */
  reset(): void {
    this.#choice += 1;
    this.opened.value = undefined;
    this.failedRevision.value = undefined;
  }

  #latestRevision(): number {
    const { content } = this.#ports.held();
    return typeof content === 'string' ? 0 : (content.plan?.revision ?? 0);
  }
}
