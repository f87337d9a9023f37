import type { Draft } from '../../src/domain/steering/draft';

/** The drafts before and after the one of now. */
export class DraftHistory {
  #before: (Draft | null)[] = [];
  #after: (Draft | null)[] = [];

  get canUndo(): boolean {
    return this.#before.length > 0;
  }

  /** A draft is to take the place of this one. */
  leave(draft: Draft | null): void {
    this.#before.push(draft);
    this.#after = [];
  }

  /** What was before `now`; undefined where nothing was. */
  undo(now: Draft | null): Draft | null | undefined {
    if (this.#before.length === 0) return undefined;
    this.#after.push(now);
    return this.#before.pop();
  }

  redo(now: Draft | null): Draft | null | undefined {
    if (this.#after.length === 0) return undefined;
    this.#before.push(now);
    return this.#after.pop();
  }

  clear(): void {
    this.#before = [];
    this.#after = [];
  }
}
