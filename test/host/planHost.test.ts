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

  it('goes over to another store once what was asked of the one before is durable there', async () => {
    const other = new SqliteFolder();
    let current = folder.folder;
    host = createPlanHost({
      store: () => Promise.resolve({ kind: 'sqlite', folder: current } as const),
      ...{ wasmFile: WASM_FILE, clock, log: fakeLog() },
    });
    const configuration = { planning: true, subtasks: false };
    const create = (session: string) =>
      host.service.execute({
        ...{ kind: 'create_session', session, origin: { coworker: 'planner', configuration } },
      });
    let told = 0;
    host.reach.onDidChange(() => (told += 1));
    await create('srv:before');
    const inFlight = create('srv:meanwhile');
    await new Promise((resolve) => setImmediate(resolve));
    current = other.folder;
    const reopened = host.reopen();
    await create('srv:after');
    await Promise.all([inFlight, reopened]);
    assert.equal(told, 1);
    const keysIn = async (place: SqliteFolder) => {
      const { sessions } = await place.open().list({}, { limit: 9 });
      return sessions.map(({ key }) => key).sort();
    };
    assert.deepEqual(await keysIn(folder), ['srv:before', 'srv:meanwhile']);
    assert.deepEqual(await keysIn(other), ['srv:after']);
    const heard: string[] = [];
    host.service.onDidChangeElsewhere((session) => heard.push(session));
    await appendMany(folder.open(), KEY, 1);
    await host.service.snapshot('srv:after');
    assert.deepEqual(heard, []);
    await other.dispose();
  });
});
