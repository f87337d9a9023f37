import type { PlanDocument } from '../plan';
import { comparableSteps } from './goingBack';

/** The steps of the revisions of one plan, so that it is seen when it is back at one of them. */
export class KnownSteps {
  readonly #latest: Map<number, number>;
  #last: number | undefined;

  constructor(others?: KnownSteps) {
    this.#latest = new Map(others ? others.#latest : []);
    this.#last = others ? others.#last : undefined;
  }

  /** The latest earlier revision that had the same steps, with others since. */
  add(plan: PlanDocument): number | undefined {
    const print = fingerprint(comparableSteps(plan));
    const before = this.#latest.get(print);
    const isOther = print !== this.#last;
    this.#last = print;
    this.#latest.set(print, plan.revision);
    // A plan that was cleared again is not back anywhere.
    return isOther && plan.steps.length > 0 ? before : undefined;
  }
}

/** 53 bits of two multiplications (cyrb53): a thousand revisions need not be kept to be known again. */
function fingerprint(text: string): number {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}
