import * as vscode from 'vscode';
import type { StartTimer } from '../protocol/messageChannel';
import type { SessionKey } from '../service/planStore';

/** So long the panel offers to bring a deleted plan back, in milliseconds. */
const OFFERED = 30_000;

export interface DeletedPlan {
  readonly session: SessionKey;
  readonly title: string;
  /** It was on the screen. */
  readonly wasShown: boolean;
}

/** What was deleted last in this window. */
export class LastDeleted implements vscode.Disposable {
  readonly #startTimer: StartTimer;
  readonly #changed = new vscode.EventEmitter<void>();
  #last: DeletedPlan | undefined;
  #stopOffer: (() => void) | undefined;

  /** Whether the panel offers it. */
  readonly onDidChange = this.#changed.event;

  constructor(startTimer: StartTimer) {
    this.#startTimer = startTimer;
  }

  get last(): DeletedPlan | undefined {
    return this.#last;
  }

  /** The title that the panel names; null where it has nothing to offer any more. */
  offered(): string | null {
    return this.#stopOffer ? (this.#last?.title ?? null) : null;
  }

  note(deleted: DeletedPlan): void {
    this.#stopOffer?.();
    this.#last = deleted;
    this.#stopOffer = this.#startTimer(OFFERED, () => {
      this.#stopOffer = undefined;
      this.#changed.fire();
    });
    this.#changed.fire();
  }

  /** It is back. */
  forget(session: SessionKey): void {
    if (session !== this.#last?.session) return;
    this.#last = undefined;
    this.#stopOffer?.();
    this.#stopOffer = undefined;
    this.#changed.fire();
  }

  dispose(): void {
    this.#stopOffer?.();
    this.#changed.dispose();
  }
}
