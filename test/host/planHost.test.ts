import assert from 'node:assert/strict';
import { createPlanHost, type PlanHost } from '../../src/host/planHost';
import { appendMany } from '../support/grownSession';
import { fakeLog } from '../support/fakeLog';
import { SqliteFolder, WASM_FILE } from '../support/sqliteFolder';

const KEY = 'srv:one';
const clock = { now: () => Date.now() };

describe('A plan host', function () {
  this.timeout(30_000);
  let folder: SqliteFolder;
  let host: PlanHost;
  beforeEach(() => {
    folder = new SqliteFolder();
  });
  afterEach(async () => {
    await host.dispose();
    await folder.dispose();
  });

  it('compacts by the bound that is set at that moment', async () => {
    await appendMany(folder.open(), KEY, 100);
    let bound = 0;
    const store = { kind: 'sqlite', folder: folder.folder } as const;
    const keepRevisions = () => bound;
    host = createPlanHost({ store, wasmFile: WASM_FILE, clock, log: fakeLog(), keepRevisions });
    const maintenance = await host.maintenance();
    await maintenance.compact(KEY);
    assert.equal((await folder.open().events(KEY, 0, 10)).kind, 'events');
    bound = 10;
    await maintenance.compact(KEY);
    assert.equal((await folder.open().events(KEY, 0, 10)).kind, 'reset');
    assert.equal((await folder.open().events(KEY, 90, 10)).kind, 'events');
  });
});
