import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { assertNothingLost } from '../../support/chaosLoss';
import type { ChaosAnswer, ChaosSight } from '../../support/chaosPlace';
import { ChildPrograms, type ChildProgram } from '../../support/childProgram';
import { seededRandom } from '../../support/seededRandom';
import type { ServerChaosPlace } from '../../support/serverChaosPlace';
import { openOnServer, type ServerStoreAddress } from '../../support/servers/storeOnServer';

const SECONDS = Number(process.env['SESSION_PLANS_CHAOS_SECONDS'] ?? 8);
const SEED = Number(process.env['SESSION_PLANS_CHAOS_SEED'] ?? Date.now() % 1e9);
const WRITERS = 3;
const LEAST_KILLS = 3;
const SESSIONS = ['srv:a', 'srv:b'];
const TOLERATED = ['retry', 'store_unavailable'];

/** A server that can be killed and comes back with what it kept. */
export interface MortalServer {
  readonly port: number;
  kill(): Promise<void>;
  resume(): Promise<void>;
  stop(): Promise<void>;
}

export interface MortalKind {
  readonly kind: ServerStoreAddress['kind'];
  start(): Promise<MortalServer>;
  /** One that answers before it has kept anything, for a store that does not ask for more. */
  startForgetful(): Promise<MortalServer>;
  /** Modules of the writers that are other ones then, by the end of their path. */
  readonly forgetful: Readonly<Record<string, (source: string) => string>>;
}

/** Writers in processes of their own, and a server that is killed under them. */
export function describeServerChaos(name: string, kind: MortalKind): void {
  describe(`${name} that dies under load`, () => {
    const programs = new ChildPrograms();
    let server: MortalServer | undefined;
    afterEach(async () => {
      await programs.endAll();
      await server?.stop();
      server = undefined;
    });
    after(() => programs.dispose());

    /** Everything that was answered, and how often the server was killed. */
    async function underLoad(
      place: ServerChaosPlace,
      mortal: MortalServer,
      changed: MortalKind['forgetful'],
      seconds: number,
    ): Promise<{ answers: ChaosAnswer[]; kills: number }> {
      const random = seededRandom(place.seed);
      const start = await programs.build('serverChaosWriter', changed);
      const writers = Array.from({ length: WRITERS }, (_, at) =>
        start(JSON.stringify({ ...place, seed: place.seed + at })),
      );
      for (const writer of writers) writer.tell('go');
      await until(() => writers.every(({ lines }) => lines.length > 3));
      const deadline = performance.now() + seconds * 1_000;
      let kills = 0;
      // A busy machine takes its time to start a server.
      while (performance.now() < deadline || kills < LEAST_KILLS) {
        const before = answeredBy(writers);
        // Not before something was answered again: kills that meet nothing prove nothing.
        await until(() => answeredBy(writers) > before + 5);
        await wait(random() * 400);
        await mortal.kill();
        kills++;
        await mortal.resume();
      }
      const before = answeredBy(writers);
      await until(() => answeredBy(writers) > before + 5);
      await Promise.all(writers.map((writer) => writer.end()));
      const lines = writers.flatMap((writer) => writer.lines);
      return { answers: lines.map((line) => JSON.parse(line) as ChaosAnswer), kills };
    }

    it(`[DP.77] [DP.79] [DP.80] loses nothing that was answered in ${String(SECONDS)} s of kills, and keeps nothing twice; who follows misses nothing (seed ${String(SEED)})`, async function () {
      this.timeout(SECONDS * 8_000 + 240_000);
      const mortal = (server = await kind.start());
      const address = { kind: kind.kind, port: mortal.port, prefix: 'chaos' };
      const place = { address, sessions: SESSIONS, seed: SEED };
      const feed = (await programs.build('serverChaosFeed'))(JSON.stringify(place));
      const { answers, kills } = await underLoad(place, mortal, {}, SECONDS);
      const { store, maintenance, close } = await openOnServer(address);
      const versions: Record<string, number> = {};
      let [changed, unanswered] = [0, 0];
      for (const session of SESSIONS) {
        const mine = answers.filter((answer) => answer.session === session);
        const found = await assertNothingLost(store, session, mine, TOLERATED);
        versions[session] = found.version;
        changed += found.changes;
        unanswered += found.unknown;
      }
      const failed = answers.filter((answer) => answer.failed !== undefined).length;
      // Calls that counted without an answer: their writer was told that it is not known, or was ended.
      assert.ok(unanswered <= failed + WRITERS, `${String(unanswered)} of ${String(failed)}`);
      await until(() => sightOf(feed, versions));
      assert.equal((await maintenance.verify()).damaged, 0);
      console.log(
        `      ${String(kills)} kills, ${String(answers.length)} calls, ${String(failed)} of them failed, ${String(changed)} changes, ${String(unanswered)} without an answer`,
      );
      assert.ok(failed > 0 && changed > kills, 'the kills met nothing');
      await close();
    });

    it(`loses answered changes where neither store nor server waits for the disk: this test can fail`, async function () {
      this.timeout(120_000);
      for (let attempt = 1; ; attempt++) {
        const mortal = (server = await kind.startForgetful());
        const address = { kind: kind.kind, port: mortal.port, prefix: 'chaos' };
        const place = { address, sessions: ['srv:a'], seed: SEED + attempt };
        const { answers } = await underLoad(place, mortal, kind.forgetful, 1);
        const { store, close } = await openOnServer(address);
        try {
          await assertNothingLost(store, 'srv:a', answers, TOLERATED);
        } catch (loss) {
          assert.match((loss as Error).message, /acknowledged, and is lost|There is no session/);
          return;
        } finally {
          await close();
        }
        assert.ok(attempt < 5, 'Nothing was lost.');
        await programs.endAll();
        await mortal.stop();
      }
    });
  });
}

function answeredBy(writers: readonly ChildProgram[]): number {
  const lines = writers.flatMap((writer) => writer.lines);
  return lines.filter((line) => line.includes('"answer"')).length;
}

/** Whether it has seen everything; throws at what must not be. */
function sightOf({ lines }: ChildProgram, versions: Readonly<Record<string, number>>): boolean {
  const sights = lines.map((line) => JSON.parse(line) as ChaosSight);
  const problem = sights.find((sight) => sight.problem !== undefined)?.problem;
  if (problem !== undefined) assert.fail(problem);
  const seen = sights.at(-1)?.versions ?? {};
  return Object.entries(versions).every(([key, version]) => seen[key] === version);
}

async function until(isSo: () => boolean): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!isSo()) {
    assert.ok(Date.now() < deadline, 'it did not come to be');
    await wait(20);
  }
}
