import { computed, signal } from '@preact/signals';
import type { RevisionHeader } from '../../src/protocol/planView';
import type { HostConnection } from '../hostConnection';

/**
 * The lines of the list of revisions, newest first: those that came with the session, and older ones
 * that are fetched by pages when somebody goes there.
 */
export class RevisionLines {
  readonly #host: Pick<HostConnection, 'revisionsBefore'>;
  #session = '';
  /** What is fetched for lines that were forgotten meanwhile is dropped. */
  #age = 0;
  /** The revision that somebody wants to come to. */
  #wanted = Infinity;
  readonly #ended = signal(false);

  readonly all = signal<readonly RevisionHeader[]>([]);
  readonly fetching = signal<'no' | 'now' | 'failed'>('no');
  /** There may be older ones. */
  readonly more = computed(() => !this.#ended.value && (this.all.value.at(-1)?.revision ?? 1) > 1);

  constructor(host: Pick<HostConnection, 'revisionsBefore'>) {
    this.#host = host;
  }

  /** Lines that were fetched stay, unless a hole would be between them and these. */
  receive(session: string, newest: readonly RevisionHeader[]): void {
    const held = this.#session === session ? this.all.peek() : [];
    const oldest = newest.at(-1)?.revision ?? 0;
    this.#session = session;
    if ((held[0]?.revision ?? 0) < oldest - 1) {
      this.reset();
      this.all.value = newest;
    } else {
      this.all.value = [...newest, ...held.filter(({ revision }) => revision < oldest)];
    }
  }

  /** Fetches older lines: one page, or as many as it takes to come to a revision. */
  async fetch(downTo = Infinity): Promise<void> {
    this.#wanted = Math.min(this.#wanted, downTo);
    if (this.fetching.peek() === 'now') return;
    const age = this.#age;
    do {
      const last = this.all.peek().at(-1);
      if (!last || !this.more.peek()) break;
      this.fetching.value = 'now';
      const answer = await this.#host.revisionsBefore(this.#session, last.cursor);
      if (age !== this.#age) return;
      if (!answer.ok || answer.value.kind !== 'page') {
        this.#wanted = Infinity;
        this.fetching.value = 'failed';
        return;
      }
      const { revisions, more } = answer.value;
      const older = revisions.filter(({ revision }) => revision < last.revision);
      this.#ended.value = !more || older.length === 0;
      this.all.value = [...this.all.peek(), ...older];
    } while (this.#wanted < (this.all.peek().at(-1)?.revision ?? 0));
    this.#wanted = Infinity;
    this.fetching.value = 'no';
  }

  reset(): void {
    this.#age += 1;
    this.#wanted = Infinity;
    this.#ended.value = false;
    this.fetching.value = 'no';
    this.all.value = [];
  }
}
