import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { appendLong, holds, KEY } from '../support/powerCutSession';
import { PowerCutTrial } from '../support/powerCutTrial';
import { appendPlans, loadExisting } from '../support/storeFixtures';

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
      const found = readdirSync(folder, { recursive: true, encoding: 'utf8' });
      assert.ok(found.some((path) => path.startsWith('trash') && holdsSame(join(folder, path))));
      await appendPlans(survivor.store, KEY, 1);
      assert.equal((await loadExisting(survivor.store, KEY)).version, 1);
    });

    function holdsSame(path: string): boolean {
      return path.endsWith('.sqlite') && readFileSync(path).equals(live);
    }
  });
});
