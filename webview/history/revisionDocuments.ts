import type { OpenedRevision } from '../../src/protocol/webviewMessages';
import type { HostConnection } from '../hostConnection';

/** So many documents are kept, those that were asked for last. */
const KEPT = 8;

/** The documents of revisions: one that was just looked at is there at once. */
export class RevisionDocuments {
  readonly #host: Pick<HostConnection, 'openRevision'>;
  readonly #kept = new Map<string, OpenedRevision>();

  constructor(host: Pick<HostConnection, 'openRevision'>) {
    this.#host = host;
  }

  /** Undefined where it cannot be read. */
  async get(session: string, revision: number): Promise<OpenedRevision | undefined> {
    const key = `${String(revision)} ${session}`;
    const kept = this.#kept.get(key);
    if (kept) {
      this.#keep(key, kept);
      return kept;
    }
    const answer = await this.#host.openRevision(session, revision);
    if (!answer.ok || answer.value.kind !== 'revision') return undefined;
    this.#keep(key, answer.value);
    return answer.value;
  }

  /** The session may have gone back: a number may mean another document now. */
  clear(): void {
    this.#kept.clear();
  }

  #keep(key: string, document: OpenedRevision): void {
    this.#kept.delete(key);
    this.#kept.set(key, document);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= KEPT) return;
      this.#kept.delete(oldest);
    }
  }
}
