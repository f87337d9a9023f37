import * as vscode from 'vscode';
import type { StartTimer } from '../../protocol/messageChannel';
import type { SessionKey } from '../../service/planStore';

/** So long the panel offers to bring a deleted plan back, in milliseconds. */
const OFFERED = 30_000;

export interface DeletedPlan {
  readonly session: SessionKey;
  readonly title: string;
  /** It was on the screen. */
  readonly wasShown: boolean;
}

/** A panel in one of its places. */
interface Panel {
  readonly visible: boolean;
}

/** What was deleted last in this window. */
export class LastDeleted implements vscode.Disposable {
  readonly #startTimer: StartTimer;
  readonly #changed = new vscode.EventEmitter<{ readonly isBack: boolean }>();
  readonly #panels = new Set<Panel>();
  #last: DeletedPlan | undefined;
  #stopOffer: (() => void) | undefined;

  /** Whether panels offer it, and whether that is because it is back. */
  readonly onDidChange = this.#changed.event;

  constructor(startTimer: StartTimer) {
    this.#startTimer = startTimer;
  }

  get last(): DeletedPlan | undefined {
    return this.#last;
  }

  /** The title that panels name; null where they have nothing to offer any more. */
  offered(): string | null {
    return this.#stopOffer ? (this.#last?.title ?? null) : null;
  }

  /** While it is visible this panel says what was deleted and what is back, so that nobody else has to. */
  tellIn(panel: Panel): { dispose(): void } {
    this.#panels.add(panel);
    return { dispose: () => this.#panels.delete(panel) };
  }

  isToldInPanel(): boolean {
    return [...this.#panels].some(({ visible }) => visible);
  }

  note(deleted: DeletedPlan): void {
    this.#stopOffer?.();
    this.#last = deleted;
    this.#stopOffer = this.#startTimer(OFFERED, () => {
      this.#stopOffer = undefined;
      this.#changed.fire({ isBack: false });
    });
    this.#changed.fire({ isBack: false });
  }

  /** It cannot be brought back any more; `isBack`: because it is there again. */
  forget(session: SessionKey, isBack: boolean): void {
    if (session !== this.#last?.session) return;
    this.#last = undefined;
    this.#stopOffer?.();
    this.#stopOffer = undefined;
    this.#changed.fire({ isBack });
  }

  dispose(): void {
    this.#stopOffer?.();
    this.#changed.dispose();
  }
}
