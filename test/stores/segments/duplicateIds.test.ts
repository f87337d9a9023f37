import assert from 'node:assert/strict';
import type { PlanCommand } from '../../../src/domain/planCommand';
import type { PlanStore } from '../../../src/service/planStore';
import { createMemoryStore } from '../../../src/stores/memoryStore';
import { openBench, ORIGIN } from '../../service/serviceFixtures';
import { SqliteFolder } from '../../support/sqliteFolder';

const KEY = 'srv:twice';

/** Every tool that takes ids of new steps from its caller. */
function listsOf(id: string): PlanCommand[] {
  const texts = ['first', 'second'];
  return [
    {
      name: 'update_plan',
      input: {
        expected_revision: 0,
        steps: texts.map((description) => ({ id, description, status: 'pending' })),
      },
    },
    { name: 'write_plan', input: { items: texts.map((content) => ({ id, content })) } },
  ];
}

describe('An id that is given twice', () => {
  let folder: SqliteFolder;
  beforeEach(() => {
    folder = new SqliteFolder();
  });
  afterEach(() => folder.dispose());

  it('[PTx.18] is refused with one and the same code by every tool, in every mode, over every store', async () => {
    const stores: readonly PlanStore[] = [createMemoryStore(), folder.open()];
    for (const store of stores) {
      for (const subtasks of [false, true]) {
        const bench = openBench(store);
        const session = `${KEY} ${String(subtasks)}`;
        await bench.createSession(session, { ...ORIGIN.configuration, subtasks });
        await bench.beginTurn(session);
        for (const [at, command] of listsOf('a').entries()) {
          const answer = await bench.asHosted(`call-${String(at)}`, command, { session });
          assert.deepEqual(
            [answer.isError, answer.structuredContent?.['error']],
            [true, 'duplicate_id'],
          );
          assert.equal((await store.load(session))?.record.plan, null);
        }
      }
    }
  });
});
