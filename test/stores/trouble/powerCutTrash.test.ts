import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { openSqliteFolder } from '../../../src/stores/sqlite/nodeOpenFolder';
import { appendLong, holds, KEY } from '../../support/powerCutSession';
import { PowerCutTrial } from '../../support/powerCutTrial';
import { sharedSqlJs } from '../../support/sqliteFolder';
import { appendPlans, loadExisting } from '../../support/storeFixtures';

/** More events than a live file keeps. */
const MANY = 66;

describe('A power cut while a session is removed', function () {
  this.timeout(120_000);
  let trial: PowerCutTrial;
  beforeEach(() => {
    trial = new PowerCutTrial();
  });
  afterEach(() => trial.dispose());

  it('leaves it whole or takes it away, and then its files are in the trash', async () => {
    await appendLong(trial.folder.open(), 1, 2, MANY);
    const live = readFileSync(trial.folder.file(KEY));
    const { store, acknowledged } = trial.record(2);
    await store.remove(KEY);
    acknowledged(0);
    await trial.survives(async (survivor) => {
      const { folder, acknowledged: removed } = survivor;
      if (removed === 2 && (await survivor.store.load(KEY))) {
        await holds(MANY)(survivor);
        return;
      }
      assert.equal(await survivor.store.load(KEY), undefined);
      // Somebody brings it back, with all of its history, and it begins anew when it is removed again.
      const engine = { sqlJs: sharedSqlJs, log: trial.folder.log };
      const { store: other, maintenance } = openSqliteFolder(folder, engine);
      const trashed = await maintenance.trashed();
      assert.deepEqual(
        trashed.map(({ session }) => session),
        [KEY],
      );
      assert.equal(await maintenance.untrash(trashed[0]?.id ?? ''), KEY);
      assert.deepEqual(readFileSync(join(folder, basename(trial.folder.file(KEY)))), live);
      await holds(MANY)({ ...survivor, acknowledged: 2 });
      await survivor.store.remove(KEY);
      await other.close();
      await appendPlans(survivor.store, KEY, 1);
      assert.equal((await loadExisting(survivor.store, KEY)).version, 1);
    });
  });
});
