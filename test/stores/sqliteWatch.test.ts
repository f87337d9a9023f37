import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { PlanStore } from '../../src/service/planStore';
import { hookedFileSystem } from '../support/hookedFileSystem';
import { SqliteFolder } from '../support/sqliteFolder';
import { aPlanCommit, appendPlans, assertRevision } from '../support/storeFixtures';

const KEY = 'vscode-chat-session://local/one';

/** What a watcher heard, and a promise for the next time. */
function listen(store: PlanStore) {
  const heard: string[] = [];
  let wake: (() => void) | undefined;
  store.watch((session) => {
    heard.push(session);
    wake?.();
  });
  const more = async (count: number): Promise<void> => {
    const late = AbortSignal.timeout(5_000);
    while (heard.length < count) {
      await new Promise<void>((resolve, reject) => {
        wake = resolve;
        late.onabort = () => {
          reject(new Error(`Heard ${String(heard.length)} of ${String(count)} changes.`));
        };
      });
    }
  };
  return { heard, more };
}

describe('A session that another store changes', () => {
  let folder: SqliteFolder;
  let here: PlanStore;
  let there: PlanStore;
  beforeEach(() => {
    folder = new SqliteFolder();
    here = folder.open();
    there = folder.open();
  });
  afterEach(() => folder.dispose());

  it('[FC.19] is told of, once for each state, and read as it is then', async () => {
    await appendPlans(there, KEY, 1);
    await assertRevision(here, KEY, 1);
    const { heard, more } = listen(here);
    await appendPlans(there, KEY, 2);
    await more(1);
    await assertRevision(here, KEY, 2);
    await there.remove(KEY);
    await more(2);
    assert.equal(await here.load(KEY), undefined);
    await wait(1_200);
    assert.deepEqual(heard, [KEY, KEY]);
  });

  it('[FC.19] is told of also by a store that never used it, and whose folder came later', async () => {
    const { heard, more } = listen(here);
    await wait(50);
    await appendPlans(there, KEY, 1);
    // The folder is found at the next look; what was written before that is there for whoever reads.
    await wait(1_200);
    await appendPlans(there, KEY, 2);
    await more(1);
    assert.deepEqual(heard, [KEY]);
  });

  it('is told of once when this store writes: its own changes come back from the disk unheard', async () => {
    const { heard } = listen(here);
    await appendPlans(here, KEY, 1, 2, 3);
    await here.remove(KEY);
    await wait(1_200);
    assert.deepEqual(heard, [KEY, KEY, KEY, KEY]);
  });

  it('is told of to those who listen although this store read it first', async () => {
    await appendPlans(there, KEY, 1);
    await here.load(KEY);
    const { heard, more } = listen(here);
    await appendPlans(there, KEY, 2);
    await here.load(KEY);
    await more(1);
    assert.deepEqual(heard, [KEY]);
  });

  it('is built on by the next write of this store', async () => {
    await appendPlans(here, KEY, 1);
    await appendPlans(there, KEY, 2);
    assert.deepEqual(await here.append(KEY, 1, aPlanCommit(KEY, 2)), { kind: 'conflict' });
    await appendPlans(here, KEY, 3);
    await assertRevision(there, KEY, 3);
  });

  it('does no harm when its file is no file of ours, or the folder goes and comes', async () => {
    await appendPlans(there, KEY, 1);
    const { heard, more } = listen(here);
    await here.load(KEY);
    writeFileSync(folder.file('srv:odd'), 'not a database');
    await wait(100);
    rmSync(folder.folder, { recursive: true });
    await more(1);
    await appendPlans(there, KEY, 1);
    await more(2);
    assert.deepEqual(new Set(heard), new Set([KEY]));
  });

  it('is not told of any more once the store is closed', async () => {
    await appendPlans(there, KEY, 1);
    await here.load(KEY);
    const { heard } = listen(here);
    await here.close();
    await appendPlans(there, KEY, 2);
    await wait(1_200);
    assert.deepEqual(heard, []);
  });

  it('costs no reading of files while nothing happens, and one look a second at those in use', async () => {
    await appendPlans(there, KEY, 1);
    const calls: string[] = [];
    const hooks = { before: ({ name }: { name: string }) => void calls.push(name) };
    const quiet = folder.open({ fileSystem: hookedFileSystem(hooks) });
    await quiet.load(KEY);
    listen(quiet);
    await wait(50);
    calls.length = 0;
    await wait(2_200);
    assert.ok(calls.length >= 1 && calls.length <= 3, calls.join(' '));
    assert.deepEqual(new Set(calls), new Set(['stat']));
  });
});
