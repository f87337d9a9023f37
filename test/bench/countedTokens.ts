import type { BenchLine } from './benchResult';
import { tokensOf } from './o200k';

/** A request as it is counted: texts in the order in which a provider reads them. */
export type Texts = readonly string[];

const counted = new Map<string, number>();

export function countOf(texts: Texts): number {
  return sum(
    texts.map((text) => {
      const known = counted.get(text) ?? tokensOf(text);
      counted.set(text, known);
      return known;
    }),
  );
}

/** How much of what a request begins with stood at the beginning of the one before it. */
export function sharedOf(before: Texts, after: Texts): Texts {
  const end = before.findIndex((text, at) => text !== after[at]);
  return end < 0 ? before : before.slice(0, end);
}

/** All requests together, and how much of them a provider has not seen in this order before. */
export function tokensLine(name: string, requests: readonly Texts[]): BenchLine {
  const fresh = requests.map(
    (texts, at) => countOf(texts) - countOf(sharedOf(requests[at - 1] ?? [], texts)),
  );
  return {
    ...{ name, value: sum(requests.map(countOf)), unit: 'tokens' },
    note: `${String(sum(fresh))} of them not from the cache`,
  };
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
