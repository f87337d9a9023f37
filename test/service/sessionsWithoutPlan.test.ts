import assert from 'node:assert/strict';
import { evolve, initialState } from '../../src/domain/planState';
import { readPlan, step, update } from '../domain/planFixtures';
import { editSessionFile, querySessionFile } from '../support/editSessionFile';
import { SqliteFolder } from '../support/sqliteFolder';
import { openBench, SESSION } from './serviceFixtures';

describe('a session from before there were plans', () => {
  it('[DP.95] reads as having no plan, is not rewritten for that, and gets its first plan like any other', async () => {
    const folder = new SqliteFolder();
    try {
      const before = openBench(folder.open());
      await before.openTurn();
      await before.asHosted('call-1', readPlan);
      // As an older build left it: a table that came with plans is not there.
      const file = folder.file(SESSION);
      await editSessionFile(file, 'DROP TABLE step_removed; PRAGMA user_version = 1');

      const bench = openBench(folder.open());
      assert.equal((await bench.service.snapshot(SESSION))?.plan, null);
      assert.equal((await bench.events()).reduce(evolve, initialState).plan, null);
      assert.deepEqual(await querySessionFile(file, 'PRAGMA user_version'), [[1]]);
      const written = await bench.asGuest('call-2', update(0, [step('a')]));
      assert.deepEqual(written.structuredContent, { revision: 1, step_count: 1 });
      const again = openBench(folder.open());
      assert.deepEqual((await again.service.snapshot(SESSION))?.plan?.steps, [step('a')]);
      assert.deepEqual((await again.service.snapshot(SESSION))?.problems, []);
      assert.equal((await again.asGuest('call-3', update(1, []))).isError, false);
      assert.deepEqual([...(await again.store.removedSteps(SESSION, ['a']))], [['a', 2]]);
    } finally {
      await folder.dispose();
    }
  });
});
