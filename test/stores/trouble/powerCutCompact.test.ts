import assert from 'node:assert/strict';
import { openSqliteFolder } from '../../../src/stores/sqlite/nodeOpenFolder';
import { appendLong, holds, KEY } from '../../support/powerCutSession';
import { PowerCutTrial } from '../../support/powerCutTrial';
import { segmentsOf } from '../../support/sealedSession';
import { sharedSqlJs } from '../../support/sqliteFolder';

/** More events than a live file keeps: each commit but the first leaves a part of the history behind. */
const MANY = 66;

describe('A power cut while a session is compacted', function () {
  this.timeout(300_000);
  let trial: PowerCutTrial;
  beforeEach(() => {
    trial = new PowerCutTrial();
  });
  afterEach(() => trial.dispose());

  async function compacted(): Promise<void> {
    await appendLong(trial.folder.open(), 1, 4, MANY);
    assert.equal(segmentsOf(trial.folder).length, 3);
    const { fileSystem } = trial.record(4);
    const engine = { sqlJs: sharedSqlJs, log: trial.folder.log };
    const options = { fileSystem, platform: 'linux' } as const;
    const { store, maintenance } = openSqliteFolder(trial.folder.folder, engine, options);
    await maintenance.compact(KEY);
    await store.close();
    assert.equal(segmentsOf(trial.folder).length, 1);
  }

  it('leaves all of it, however far that came', async () => {
    await compacted();
    const disks = await trial.survives(async (survivor) => {
      await holds(MANY)(survivor);
    });
    assert.ok(disks > 20, `${String(disks)} disks`);
  });

  it('would take parts of the history along if no folder was synced', async () => {
    await compacted();
    const survives = trial.survives(holds(MANY), { without: 'syncFolder', most: 8 });
    await assert.rejects(survives);
  });
});
