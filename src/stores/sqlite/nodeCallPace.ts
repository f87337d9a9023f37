/** What calls may take on average before they count as slow. */
const USUAL_MS = 2;
/** So much above that, and the calls are slow: one long wait or several in a row. A busy machine makes one of 20. */
const PATIENCE_MS = 40;
/** So many calls must have been quick, one after the other, before they are trusted again. */
const FEWEST_QUICK = 32;
const MOST_QUICK = 4_096;

/**
 * Whether calls of one kind are so quick that a change of thread for each costs more than the waiting. One
 * that is interrupted by other programs is forgiven; a disk that is slow is not, and is asked the slow way until
 * it has been quick for long: twice as long after every disappointment.
 */
export class CallPace {
  #excess = 0;
  #needed = FEWEST_QUICK / 2;
  /** Undefined while calls are quick. */
  #quickInARow: number | undefined;

  get isQuick(): boolean {
    return this.#quickInARow === undefined;
  }

  took(ms: number): void {
    if (this.#quickInARow === undefined) {
      this.#excess = Math.max(0, this.#excess + ms - USUAL_MS);
      if (this.#excess <= PATIENCE_MS) return;
      this.#quickInARow = 0;
      this.#needed = Math.min(this.#needed * 2, MOST_QUICK);
      return;
    }
    this.#quickInARow = ms > USUAL_MS ? 0 : this.#quickInARow + 1;
    if (this.#quickInARow < this.#needed) return;
    this.#quickInARow = undefined;
    this.#excess = 0;
  }
}
