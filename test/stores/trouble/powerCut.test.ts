import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { appendLong, holds, KEY } from '../../support/powerCutSession';
import { PowerCutTrial } from '../../support/powerCutTrial';
import { appendPlans } from '../../support/storeFixtures';

/** More events than a live file keeps. */
const MANY = 66;
/** So many segments become one. */
const MERGED_AT = 16;

describe('A power cut', function () {
  this.timeout(120_000);
  let trial: PowerCutTrial;
  beforeEach(() => {
    trial = new PowerCutTrial();
  });
  afterEach(() => trial.dispose());

  it('[DP.77] [DP.80] at any point of the first commits, which make the folder, leaves what was acknowledged', async () => {
    const { store, acknowledged } = trial.record();
    await appendLong(store, 1, 3, 1, acknowledged);
    const disks = await trial.survives(holds(1));
    assert.ok(disks > 30, `only ${String(disks)} disks`);
  });

  it('[DP.77] [DP.80] at any point of the commit that moves events into a segment', async () => {
    await appendLong(trial.folder.open(), 1, 1, MANY);
    const { store, acknowledged } = trial.record(1);
    await appendLong(store, 2, 3, MANY, acknowledged);
    const parts = trial.folder.names().filter((name) => name.includes('.seg-'));
    assert.equal(parts.length, 2);
    const disks = await trial.survives(holds(MANY));
    assert.ok(disks > 40, `only ${String(disks)} disks`);
  });

  it('at any point of a commit that goes on from the last good copy, which keeps the damaged file', async () => {
    await appendPlans(trial.folder.open(), KEY, 1, 2);
    const damaged = readFileSync(trial.folder.file(KEY)).fill(0x55, 3_000, 4_000);
    writeFileSync(trial.folder.file(KEY), damaged);
    const { store, acknowledged } = trial.record(1);
    await appendPlans(store, KEY, 2);
    acknowledged(2);
    await appendPlans(store, KEY, 3);
    acknowledged(3);
    await trial.survives(async (survivor) => {
      const kept = readdirSync(survivor.folder)
        .filter((name) => name.endsWith('.sqlite') || name.includes('.damaged-'))
        .some((name) => readFileSync(join(survivor.folder, name)).equals(damaged));
      assert.ok(kept, 'the damaged file is gone');
      await holds(1, true)(survivor);
    });
  });

  it('[DP.77] [DP.80] at any point of the commit that makes one segment of many, and of those after it', async () => {
    await appendLong(trial.folder.open(), 1, MERGED_AT, MANY);
    const parts = () => trial.folder.names().filter((name) => name.includes('.seg-'));
    assert.equal(parts().length, MERGED_AT - 1);
    const { store, acknowledged } = trial.record(MERGED_AT);
    // The first makes the large segment; what went into it is there until it is not needed by any copy.
    await appendLong(store, MERGED_AT + 1, MERGED_AT + 3, MANY, acknowledged);
    assert.ok(parts().length < MERGED_AT, parts().join());
    const disks = await trial.survives(holds(MANY), { most: 3 });
    assert.ok(disks > 40, `only ${String(disks)} disks`);
  });

  for (const [without, what] of [
    ['sync', 'contents'],
    ['syncFolder', 'names'],
  ] as const) {
    it(`would be noticed here by a store that did not sync ${what}`, async () => {
      await appendPlans(trial.folder.open(), KEY, 1);
      const { store, acknowledged } = trial.record(1);
      await appendPlans(store, KEY, 2);
      acknowledged(2);
      await trial.survives(holds(1));
      await assert.rejects(trial.survives(holds(1), { without }), /acknowledged|cannot be read/);
    });
  }
});
