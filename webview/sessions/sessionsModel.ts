import { computed, signal } from '@preact/signals';
import type { SessionRow, UnreadableRow } from '../../src/protocol/sessionRow';
import type { StoreProblem } from '../../src/protocol/planView';
import type { FollowingMessage, SessionsMessage } from '../../src/protocol/webviewMessages';
import type { HostConnection } from '../hostConnection';

/** The list of all sessions while it is on the screen. */
export class SessionsModel {
  readonly #host: HostConnection;
  readonly #rows = signal<ReadonlyMap<string, SessionRow>>(new Map());

  readonly unreadable = signal<readonly UnreadableRow[]>([]);
  /** Everything has arrived. */
  readonly done = signal(false);
  readonly problem = signal<StoreProblem | undefined>(undefined);
  /** The session in the panel. */
  readonly following = signal<string | null>(null);
  /** The panel stays on it, whatever else changes. */
  readonly stays = signal(false);
  /** What can be brought back from the trash at once. */
  readonly deleted = signal<string | null>(null);
  readonly all = computed(() => [...this.#rows.value.values()]);

  constructor(host: HostConnection) {
    this.#host = host;
  }

  /** Tells the host whether rows are wanted. */
  watch(on: boolean): void {
    if (on) this.done.value = false;
    this.#host.send({ kind: 'list', on });
  }

  /** Shows a session and stays there; null: whichever changed last. */
  open(session: string | null): void {
    this.#host.send({ kind: 'open', session });
  }

  receive(message: SessionsMessage): void {
    const { part, rows, gone, done, problem } = message;
    const held = part === 'first' && !problem ? new Map() : new Map(this.#rows.value);
    for (const row of rows) held.set(row.session, row);
    for (const session of gone) held.delete(session);
    this.#rows.value = held;
    if (part === 'first') this.unreadable.value = message.unreadable;
    this.done.value = done;
    this.problem.value = problem;
  }

  follow({ session, stays }: FollowingMessage): void {
    this.following.value = session;
    this.stays.value = stays;
  }
}
