import { seededRandom } from '../support/seededRandom';

/** What a person happens to do; the same for the same seed. */
export class Chance {
  readonly #next: () => number;

  constructor(seed: number) {
    this.#next = seededRandom(seed);
  }

  happens(share: number): boolean {
    return this.#next() < share;
  }

  /** Both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.#next() * (most - least + 1));
  }

  one<Item>(items: readonly Item[]): Item {
    if (items.length === 0) throw new Error('There is nothing to choose from.');
    return items[this.between(0, items.length - 1)] as Item;
  }

  some<Item>(items: readonly Item[], count: number): Item[] {
    const left = [...items];
    return Array.from({ length: Math.min(count, left.length) }, () => {
      const [item] = left.splice(this.between(0, left.length - 1), 1);
      return item as Item;
    });
  }

  weighted<Item extends { readonly weight: number }>(items: readonly Item[]): Item {
    let at = this.#next() * items.reduce((sum, { weight }) => sum + weight, 0);
    const found = items.find(({ weight }) => (at -= weight) < 0);
    return found ?? this.one(items);
  }
}
