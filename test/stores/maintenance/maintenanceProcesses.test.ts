import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { ChildPrograms, type ChildProgram } from '../../support/childProgram';
import { appendMany } from '../../support/grownSession';
import { MaintainedFolder } from '../../support/maintainedFolder';
import { WASM_FILE } from '../../support/sqliteFolder';

const KEY = 'srv:maintained';
const ROUNDS = 5;

describe('Processes that maintain one session at once', () => {
  const programs = new ChildPrograms();
  let folder: MaintainedFolder;
  let start: (...args: readonly string[]) => ChildProgram;
  before(async () => {
    start = await programs.build('maintenanceLoop');
    folder = new MaintainedFolder();
    await appendMany(folder.open(), KEY, 70);
  });
  after(async () => {
    await programs.dispose();
    await folder.dispose();
  });

  it('leave it whole, with all of its history, wherever they are killed', async function () {
    this.timeout(120_000);
    let done = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const pair = [1, 2].map(() => start(folder.folder, WASM_FILE, KEY));
      await Promise.race(pair.map((child) => child.line(3)));
      await wait(Math.random() * 200);
      await Promise.all(pair.map((child) => child.end()));
      done += pair.reduce((sum, { lines }) => sum + lines.length, 0);

      const { store, maintenance } = folder.openBoth();
      assert.equal((await maintenance.verify()).damaged, 0);
      if (!(await store.load(KEY))) {
        const [entry] = await maintenance.trashed();
        await maintenance.untrash(entry?.id ?? assert.fail('the session is nowhere'));
      }
      const loaded = (await store.load(KEY)) ?? assert.fail();
      const page = await store.events(KEY, 0, 100);
      assert.deepEqual([loaded.version, loaded.problems], [70, []]);
      assert.equal(page.kind === 'events' && page.events.length, 70);
      assert.ok(await store.recordedCall(KEY, 'call-1'));
      assert.equal((await maintenance.verify()).damaged, 0);
    }
    assert.ok(done >= 4 * ROUNDS, `only ${String(done)} steps were done`);
  });
});
