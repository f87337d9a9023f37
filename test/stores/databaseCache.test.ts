import assert from 'node:assert/strict';
import { DatabaseCache } from '../../src/stores/sqlite/databaseCache';
import type { OpenSession } from '../../src/stores/sqlite/openSession';
import { SessionDatabase } from '../../src/stores/sqlite/sessionDatabase';
import { sharedSqlJs } from '../support/sqliteFolder';

describe('Databases that nobody uses at the moment', () => {
  let cache: DatabaseCache;
  let closed: string[];
  beforeEach(() => {
    cache = new DatabaseCache();
    closed = [];
  });
  afterEach(() => {
    cache.closeAll();
  });

  async function anOpenSession(name: string): Promise<OpenSession> {
    const database = SessionDatabase.create(await sharedSqlJs());
    const close = database.close.bind(database);
    database.close = () => {
      closed.push(name);
      close();
    };
    return { database, liveStamp: undefined, source: 'none', problems: [] };
  }

  it('are few, and those that were used last', async () => {
    for (const name of ['a', 'b', 'c']) cache.giveBack(name, await anOpenSession(name));
    const a = cache.take('a');
    assert.ok(a);
    cache.giveBack('d', await anOpenSession('d'));
    cache.giveBack('a', a);
    assert.deepEqual(closed, ['b']);
    assert.ok(cache.take('a'));
    assert.equal(cache.take('b'), undefined);
    a.database.close();
  });

  it('are those of one user each, who alone may close them', async () => {
    const open = await anOpenSession('a');
    cache.giveBack('a', open);
    assert.equal(cache.take('a'), open);
    assert.equal(cache.take('a'), undefined);
    cache.closeAll();
    assert.deepEqual(closed, []);
    open.database.close();
  });

  it('are all closed in the end', async () => {
    for (const name of ['a', 'b']) cache.giveBack(name, await anOpenSession(name));
    cache.closeAll();
    assert.deepEqual(closed, ['a', 'b']);
    assert.equal(cache.take('a'), undefined);
  });
});
