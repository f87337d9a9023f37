import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { build } from 'esbuild';
import { assertWhole, segmentsOf, SMALL_LIMITS } from '../../support/sealedSession';
import { SqliteFolder, WASM_FILE } from '../../support/sqliteFolder';
import { aCall, aPlan, goneIn, loadExisting } from '../../support/storeFixtures';

const KEY = 'srv:killed';
const KILLS = 12;

describe('A process that is killed while it commits', () => {
  let folder: SqliteFolder;
  let program: string;
  before(async () => {
    folder = new SqliteFolder();
    program = join(folder.root, 'commitLoop.cjs');
    // One plain file starts in a tenth of the time that a loader takes.
    await build({
      entryPoints: [join(__dirname, '../../support/commitLoop.ts')],
      bundle: true,
      platform: 'node',
      format: 'cjs',
      outfile: program,
      logLevel: 'error',
    });
  });
  after(() => folder.dispose());

  it(`[DP.77] [DP.80] loses no acknowledged commit and breaks no file, ${String(KILLS)} times over`, async function () {
    this.timeout(60_000);
    let acknowledged = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const pause = Math.random() * 25;
      const told = await killedAfter(pause);
      assert.ok(told > acknowledged, `nothing was acknowledged before kill ${String(kill)}`);
      acknowledged = told;
      const store = folder.open();
      const at = `kill ${String(kill)} after ${String(pause)} ms`;
      const { record, version, generation, problems } = await loadExisting(store, KEY);
      assert.ok(generation === acknowledged || generation === acknowledged + 1, at);
      assert.deepEqual([record.plan, version, problems], [aPlan(generation), generation, []], at);
      const page = await store.events(KEY, 0, generation);
      assert.equal(page.kind === 'events' && page.events.length, generation, at);
      for (let revision = 1; revision <= generation; revision++) {
        const callId = `call-${String(revision)}`;
        assert.deepEqual(await store.recordedCall(KEY, callId), aCall(callId), at);
        const gone = await store.removedSteps(KEY, [goneIn(revision)]);
        assert.deepEqual([...gone], [[goneIn(revision), revision]], at);
      }
      await store.close();
    }
  });

  it(`[DP.77] [DP.80] loses nothing of a history that it seals and merges all the time, ${String(KILLS)} times over`, async function () {
    this.timeout(60_000);
    for (let kill = 0; kill < KILLS; kill++) {
      const acknowledged = await killedAfter(Math.random() * 60, 'srv:sealed', 'seals');
      const store = folder.open({}, SMALL_LIMITS);
      const { version } = await loadExisting(store, 'srv:sealed');
      assert.ok(version === acknowledged || version === acknowledged + 1, `kill ${String(kill)}`);
      await assertWhole(store, 'srv:sealed', version);
      await store.close();
    }
    const last = await killedAfter(200, 'srv:sealed', 'seals');
    // One merged part for twelve events, few small ones, and what the last kill left behind.
    assert.ok(segmentsOf(folder).length < last / 12 + 10, segmentsOf(folder).join());
  });

  /** The last revision that the process acknowledged before it was killed in the middle of its work. */
  async function killedAfter(pause: number, key = KEY, ...more: string[]): Promise<number> {
    const child = spawn(process.execPath, [program, folder.folder, WASM_FILE, key, ...more], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let told = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (told += text));
    const ended = once(child, 'close');
    await Promise.race([once(child.stdout, 'data'), ended]);
    await wait(pause);
    child.kill('SIGKILL');
    await ended;
    // A line without its end was cut off by the kill and acknowledges nothing.
    return Number(told.slice(0, told.lastIndexOf('\n')).split('\n').at(-1));
  }
});
