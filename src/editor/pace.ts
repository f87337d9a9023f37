import type { StartTimer } from '../protocol/messageChannel';

/** Commits within so many milliseconds after a first one reach the view as one message (FC.34). */
export const COALESCE = 40;

/** Runs a job at once when it is asked for, and again after a pause for all that was asked meanwhile. */
export class Pace {
  readonly #startTimer: StartTimer;
  readonly #run: () => void;
  #stopTimer: (() => void) | undefined;
  #askedAgain = false;

  constructor(startTimer: StartTimer, run: () => void) {
    this.#startTimer = startTimer;
    this.#run = run;
  }

  ask(): void {
    this.#askedAgain = true;
    if (!this.#stopTimer) this.#go();
  }

  /** Forgets what was asked. */
  stop(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    this.#askedAgain = false;
  }

  #go(): void {
    if (!this.#askedAgain) return;
    this.#askedAgain = false;
    this.#stopTimer = this.#startTimer(COALESCE, () => {
      this.#stopTimer = undefined;
      this.#go();
    });
    this.#run();
  }
}
