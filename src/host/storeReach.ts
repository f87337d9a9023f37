import { PlanError } from '../domain/planError';
import type { Sentence } from '../domain/sentence';
import { inBackground } from '../service/backgroundTimer';
import { Emitter } from '../service/emitter';
import type { PlanStore } from '../service/planStore';
import type { Disposable, Log } from '../service/ports';

/** How long after a failure the store is looked for again; then as long as the last. */
const PAUSES_MS = [200, 1_000, 2_000, 5_000];

/** Whether the store answers. One on a server may go and come back at any time, while nobody asks for anything. */
export class StoreReach implements Disposable {
  readonly #look: () => Promise<unknown>;
  readonly #changed: Emitter<void>;
  #problem: PlanError | undefined;
  #place: object = {};
  #tries = 0;
  #isOver = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `look` asks the store for something, through this. */
  constructor(look: () => Promise<unknown>, log: Log) {
    this.#look = look;
    this.#changed = new Emitter(log);
  }

  /** Why it does not; undefined while it does, as far as is known. */
  get problem(): PlanError | undefined {
    return this.#problem;
  }

  /** It answers again, or no longer, or for another reason; or it is another store. */
  get onDidChange(): Emitter<void>['on'] {
    return this.#changed.on;
  }

  /** Of the store of now; what one in another place says tells nothing of it. */
  get place(): object {
    return this.#place;
  }

  /** A store that is opened has not been asked for anything yet. */
  async opening<T>(opened: Promise<T>): Promise<T> {
    const place = this.#place;
    try {
      return await opened;
    } catch (error) {
      throw PlanError.is(error) ? this.#away(error, place) : error;
    }
  }

  /** The store, with every answer of it heard. */
  heard(store: PlanStore, place = this.#place): PlanStore {
    const of = <T>(asked: Promise<T>): Promise<T> => this.#of(asked, place);
    return {
      load: (...given) => of(store.load(...given)),
      append: (...given) => of(store.append(...given)),
      recordedCall: (...given) => of(store.recordedCall(...given)),
      removedSteps: (...given) => of(store.removedSteps(...given)),
      events: (...given) => of(store.events(...given)),
      list: (...given) => of(store.list(...given)),
      remove: (...given) => of(store.remove(...given)),
      watch: (listener) => store.watch(listener),
      close: () => store.close(),
    };
  }

  /** Something tells that it may be away. */
  doubt(): void {
    if (!this.#problem) this.#lookLater();
  }

  /** Another store is in its place. */
  renew(): void {
    this.#stop();
    this.#place = {};
    this.#problem = undefined;
    this.#changed.fire();
  }

  dispose(): void {
    this.#isOver = true;
    this.#stop();
    this.#changed.dispose();
  }

  /** What the asked store says, which tells of it. */
  async #of<T>(asked: Promise<T>, place: object): Promise<T> {
    try {
      const answer = await asked;
      if (this.#problem && place === this.#place) this.#set(undefined);
      return answer;
    } catch (error) {
      throw isAway(error) ? this.#away(error, place) : error;
    }
  }

  #away(error: PlanError, place: object): PlanError {
    if (place !== this.#place) return error;
    const { sentence: said, details, code } = error;
    const away = new PlanError(code, said satisfies Sentence, {
      details: { ...details, away: true },
      cause: error,
    });
    this.#set(away);
    return away;
  }

  #set(problem: PlanError | undefined): void {
    const before = this.#problem;
    this.#problem = problem;
    if (!problem) this.#stop();
    else if (problem.details['retry'] === true) this.#lookLater();
    if (reasonOf(before) !== reasonOf(problem)) this.#changed.fire();
  }

  #lookLater(): void {
    if (this.#isOver || this.#timer !== undefined) return;
    const pause = PAUSES_MS[Math.min(this.#tries++, PAUSES_MS.length - 1)];
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      // What became of it is told by the store itself.
      this.#look().catch(() => undefined);
    }, pause);
    inBackground(this.#timer);
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#tries = 0;
  }
}

/** Whoever looks again asks for something else, and is told of the same in other words. */
function reasonOf(problem: PlanError | undefined): unknown {
  return problem?.details['reason'] ?? problem?.message;
}

/** Not where one session is damaged: then the store has answered. */
function isAway(error: unknown): error is PlanError {
  return PlanError.is(error, 'store_unavailable') && error.details['retry'] === true;
}
