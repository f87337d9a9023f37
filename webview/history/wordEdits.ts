export interface TextPart {
  readonly text: string;
  readonly kind: 'kept' | 'removed' | 'added';
}

/** A word that comes or goes, at its place in the text before. */
interface Edit {
  readonly kind: 'removed' | 'added';
  readonly text: string;
  readonly place: number;
  readonly previous: Edit | undefined;
}

/** How far in the text before one comes with some edits. */
interface Reach {
  readonly place: number;
  readonly edit: Edit | undefined;
}

/**
 * What became of the words of a text, so that as few as possible come or go (Myers 1986); undefined where
 * these are more than `most`. That number and the length of the texts bound how long it takes.
 */
export function wordEdits(
  before: readonly string[],
  after: readonly string[],
  most: number,
): TextPart[] | undefined {
  /** By how many words the place in the text before is ahead of the one in the text after. */
  const reached = new Map<number, Reach>();
  for (let edits = 0; edits <= most; edits += 1) {
    for (let ahead = -edits; ahead <= edits; ahead += 2) {
      const start = edits === 0 ? { place: 0, edit: undefined } : oneMore(ahead);
      if (!start) {
        reached.delete(ahead);
        continue;
      }
      let { place } = start;
      while (place < before.length && before[place] === after[place - ahead]) place += 1;
      if (place === before.length && place - ahead === after.length) return told(start.edit);
      reached.set(ahead, { place, edit: start.edit });
    }
  }
  return undefined;

  /** With one edit more; of the two ways the one that comes further. */
  function oneMore(ahead: number): Reach | undefined {
    const [one, other] = [reached.get(ahead - 1), reached.get(ahead + 1)];
    const removed = one && edited('removed', one, before[one.place]);
    const added = other && edited('added', other, after[other.place - ahead - 1]);
    return added && !(removed && removed.place > added.place) ? added : removed;
  }

  function edited(kind: Edit['kind'], { place, edit }: Reach, text?: string): Reach | undefined {
    if (text === undefined) return undefined;
    const made: Edit = { kind, text, place, previous: edit };
    return { place: kind === 'removed' ? place + 1 : place, edit: made };
  }

  function told(last: Edit | undefined): TextPart[] {
    const made: TextPart[] = [];
    let end = before.length;
    const keepFrom = (place: number): void => {
      if (place < end) made.push({ kind: 'kept', text: before.slice(place, end).join('') });
    };
    for (let edit = last; edit; edit = edit.previous) {
      keepFrom(edit.place + (edit.kind === 'removed' ? 1 : 0));
      made.push({ kind: edit.kind, text: edit.text });
      end = edit.place;
    }
    keepFrom(0);
    return made.reverse();
  }
}
