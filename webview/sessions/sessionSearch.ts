import type { SessionRow } from '../../src/protocol/sessionRow';

export const SESSION_FILTERS = ['needsYou', 'open', 'done', 'here', 'planMode'] as const;
export type SessionFilter = (typeof SESSION_FILTERS)[number];

const PASSES: Record<SessionFilter, (row: SessionRow) => boolean> = {
  needsYou: (row) => row.review !== null,
  open: (row) => row.open > 0,
  done: (row) => row.total > 0 && row.open === 0,
  here: (row) => row.isHere,
  planMode: ({ planMode }) => planMode !== null && (planMode.pending ?? planMode.active),
};

/** Texts that are read in one go while nobody waits for them. */
const AT_A_TIME = 250;

/** Filters that are on together narrow each other; `open` and `done` take turns. */
export function toggled(
  filters: ReadonlySet<SessionFilter>,
  filter: SessionFilter,
): ReadonlySet<SessionFilter> {
  const after = new Set(filters);
  if (after.delete(filter)) return after;
  after.add(filter);
  if (filter === 'open') after.delete('done');
  if (filter === 'done') after.delete('open');
  return after;
}

/** The text without what a person who searches may leave out: case, accents, width of letters. */
export function folded(text: string): string {
  if (/^[\0-\x7f]*$/.test(text)) return text.toUpperCase();
  return text
    .normalize('NFKD')
    .replace(/(?=\p{M})\p{Diacritic}/gu, '')
    .toUpperCase();
}

/** Pinned ones first, then newest first. */
export function inOrder(rows: Iterable<SessionRow>): SessionRow[] {
  return [...rows].sort(
    (one, other) =>
      Number(other.pinned) - Number(one.pinned) ||
      (one.updated < other.updated ? 1 : one.updated > other.updated ? -1 : 0),
  );
}

/** Finds rows that have every word of a query somewhere in what they show. */
export class SessionSearch {
  readonly #folded = new WeakMap<SessionRow, string>();
  readonly #textOf: (row: SessionRow) => string;
  #preparing: ReturnType<typeof setTimeout> | undefined;

  constructor(textOf: (row: SessionRow) => string) {
    this.#textOf = textOf;
  }

  find(
    rows: readonly SessionRow[],
    query: string,
    filters: ReadonlySet<SessionFilter>,
  ): readonly SessionRow[] {
    const words = folded(query).split(/\s+/u).filter(Boolean);
    const passes = [...filters].map((filter) => PASSES[filter]);
    if (words.length === 0 && passes.length === 0) return rows;
    return rows.filter((row) => passes.every((pass) => pass(row)) && this.#hasAll(row, words));
  }

  /** Reads the texts of the rows before they are asked for, a few at a time. */
  prepare(rows: readonly SessionRow[], from = 0): void {
    clearTimeout(this.#preparing);
    if (from >= rows.length) return;
    this.#preparing = setTimeout(() => {
      for (const row of rows.slice(from, from + AT_A_TIME)) this.#textFor(row);
      this.prepare(rows, from + AT_A_TIME);
    });
  }

  #hasAll(row: SessionRow, words: readonly string[]): boolean {
    if (words.length === 0) return true;
    const text = this.#textFor(row);
    return words.every((word) => text.includes(word));
  }

  #textFor(row: SessionRow): string {
    const known = this.#folded.get(row);
    if (known !== undefined) return known;
    const text = folded(this.#textOf(row));
    this.#folded.set(row, text);
    return text;
  }
}
