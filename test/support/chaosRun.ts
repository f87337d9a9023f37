import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import type { ChaosAnswer, ChaosPlace, ChaosSight } from './chaosPlace';
import type { ChildProgram, ChildPrograms } from './childProgram';
import { seededRandom } from './seededRandom';

/** At least, before the next kill. */
const ANSWERS_PER_KILL = 3;

type Start = (...args: readonly string[]) => ChildProgram;

export interface ChaosPrograms {
  readonly writer: Start;
  readonly verifier: Start;
  readonly compactor: Start;
  readonly feed: Start;
}

export async function buildChaos(programs: ChildPrograms): Promise<ChaosPrograms> {
  const [writer, verifier, compactor, feed] = await Promise.all(
    ['chaosWriter', 'chaosVerifier', 'chaosCompactor', 'chaosFeed'].map((name) =>
      programs.build(name),
    ),
  );
  assert.ok(writer && verifier && compactor && feed);
  return { writer, verifier, compactor, feed };
}

/** Programs at work on one folder, and what they said. */
export class ChaosRun {
  kills = 0;
  readonly #place: ChaosPlace;
  readonly #programs: ChaosPrograms;
  readonly #random: () => number;
  readonly #writers: ChildProgram[] = [];
  #spare: ChildProgram | undefined;
  readonly #onlookers: ChildProgram[] = [];
  readonly #answers: ChaosAnswer[] = [];

  constructor(place: ChaosPlace, programs: ChaosPrograms) {
    this.#place = place;
    this.#programs = programs;
    this.#random = seededRandom(place.seed);
  }

  startWriters(count: number): void {
    // The first call makes the first spare.
    for (let writer = -1; writer < count; writer++) this.#startWriter(writer);
  }

  startOnlookers(feeds: number): void {
    const args = JSON.stringify(this.#place);
    this.#onlookers.push(this.#programs.verifier(args), this.#programs.compactor(args));
    for (let feed = 0; feed < feeds; feed++) this.#onlookers.push(this.#programs.feed(args));
  }

  /**
   * Every 150 to 500 ms one of the writers is killed, wherever it is, and starts again; where a machine has
   * much to do less often, as kills that meet nothing but starts would prove nothing.
   */
  async killUntil(deadline: number): Promise<void> {
    while (performance.now() < deadline) {
      await wait(150 + this.#random() * 350);
      await this.answered(ANSWERS_PER_KILL * (this.kills + 1), deadline);
      this.#throwAtProblem();
      const index = Math.floor(this.#random() * this.#writers.length);
      const writer = this.#writers[index];
      if (!writer) continue;
      await this.#kill(writer);
      this.#startWriter(index);
    }
  }

  /** Nobody is killed until the writers have so many answers in all. */
  async answered(count: number, deadline: number): Promise<void> {
    const answers = (): number =>
      this.#writers.reduce((sum, { lines }) => sum + lines.length, this.#answers.length);
    while (answers() < count && performance.now() < deadline) await wait(50);
  }

  /** Everything that was answered, to writers that are there no more. */
  async endWriters(): Promise<readonly ChaosAnswer[]> {
    await this.#spare?.end();
    await Promise.all(this.#writers.splice(0).map((writer) => this.#kill(writer)));
    return this.#answers;
  }

  /** Waits until those who look on have seen what there is. */
  async onlookersReach(versions: Readonly<Record<string, number>>): Promise<number> {
    const deadline = performance.now() + 60_000;
    for (;;) {
      this.#throwAtProblem();
      const sights = this.#onlookers.map((program) => lastSight(program));
      const reached = sights.every((sight) =>
        Object.entries(versions).every(([key, version]) => sight?.versions[key] === version),
      );
      if (reached) return sights.reduce((sum, sight) => sum + (sight?.looks ?? 0), 0);
      assert.ok(performance.now() < deadline, JSON.stringify([versions, sights]));
      await wait(100);
    }
  }

  /** Another one is made ready meanwhile, so that most of a short life is spent on calls. */
  #startWriter(index: number): void {
    const seed = Math.floor(this.#random() * 2 ** 32);
    const spare = this.#spare;
    this.#spare = this.#programs.writer(JSON.stringify({ ...this.#place, seed }));
    if (!spare) return;
    spare.tell('go');
    this.#writers[index] = spare;
  }

  async #kill(writer: ChildProgram): Promise<void> {
    await writer.end();
    this.kills++;
    this.#answers.push(...writer.lines.map((line) => JSON.parse(line) as ChaosAnswer));
  }

  #throwAtProblem(): void {
    for (const program of this.#onlookers) {
      for (const line of program.lines) {
        const { problem } = JSON.parse(line) as ChaosSight;
        if (problem !== undefined) assert.fail(problem);
      }
      program.lines.splice(0, program.lines.length - 1);
    }
  }
}

function lastSight({ lines }: ChildProgram): ChaosSight | undefined {
  const line = lines.at(-1);
  return line === undefined ? undefined : (JSON.parse(line) as ChaosSight);
}
