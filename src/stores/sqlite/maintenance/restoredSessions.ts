import { type Sentence, sentence } from '../../../domain/sentence';
import type { StoreProblem } from '../../../service/planStore';

/** So many damaged copies of a session stay beside it: damage that comes again and again must not fill the folder. */
export const MOST_DAMAGED_COPIES = 8;

/**
 * What writers did about files that could not be used. After the repair nothing on disk tells of it,
 * and a person has to learn of it whoever met the damage first: so it is told with every load and
 * commit for as long as the store is open.
 */
export class RestoredSessions {
  readonly #problems = new Map<string, readonly StoreProblem[]>();

  of(name: string): readonly StoreProblem[] {
    return this.#problems.get(name) ?? [];
  }

  wasMovedAside(name: string, aside: string): void {
    this.#add(name, sentence`was damaged and is kept as ${aside}`, aside);
  }

  /** Not told of a file that is missing because it was moved aside before a switch that failed. */
  wasMissing(name: string, live: string): void {
    if (this.of(name).length === 0) this.#add(name, sentence`was missing`, live);
  }

  /** A session that begins anew under the name has no past. */
  forget(name: string): void {
    this.#problems.delete(name);
  }

  #add(name: string, what: Sentence, location: string): void {
    const others = this.of(name).filter((problem) => problem.location !== location);
    const message = sentence`The file of this session ${what}; the plan goes on from its last good copy, so the latest change before that may be missing.`;
    const all: StoreProblem[] = [...others, { kind: 'restored_last_good', message, location }];
    this.#problems.set(name, all.slice(-MOST_DAMAGED_COPIES));
  }
}
