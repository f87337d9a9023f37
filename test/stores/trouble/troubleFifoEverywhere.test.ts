import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, rmSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ChildPrograms, type ChildProgram } from '../../support/childProgram';
import { SqliteFolder, WASM_FILE } from '../../support/sqliteFolder';
import { appendPlans } from '../../support/storeFixtures';

const KEY = 'srv:one';
const OTHER = 'srv:other';
const STEPS = ['list', 'load', 'append', 'sweep', 'trash', 'untrash', 'close'];
const PATIENCE_MS = 15_000;

describe('A store with a pipe in the place of', function () {
  this.timeout(60_000);
  const programs = new ChildPrograms();
  let start: (...args: readonly string[]) => ChildProgram;
  let folder: SqliteFolder;
  before(async () => {
    start = await programs.build('pipeTrial');
  });
  after(() => programs.dispose());
  beforeEach(async () => {
    folder = new SqliteFolder();
    const store = folder.open();
    await appendPlans(store, KEY, 1, 2);
    await appendPlans(store, OTHER, 1);
    await store.remove(OTHER);
    await store.list({}, { limit: 10 });
    await store.close();
  });
  afterEach(async () => {
    await programs.endAll();
    await folder.dispose();
  });

  function putPipe(path: string): void {
    rmSync(path, { force: true });
    mkdirSync(dirname(path), { recursive: true });
    execFileSync('mkfifo', [path]);
    // The mark of a sweep is looked at when it is old.
    const old = new Date(Date.now() - 3 * 24 * 60 * 60_000);
    utimesSync(path, old, old);
  }

  /** What each step came to; fails at the first that does not come back. */
  async function outcomes(...more: readonly string[]): Promise<Record<string, string>> {
    const child = start(folder.folder, WASM_FILE, KEY, ...more);
    const found: Record<string, string> = {};
    for (const [at, step] of STEPS.entries()) {
      const line = await Promise.race([child.line(at), wait(PATIENCE_MS)]);
      assert.ok(line !== undefined, `${step} was not answered`);
      const [name = '', ...outcome] = line.split(' ');
      found[name] = outcome.join(' ');
    }
    return found;
  }

  const inFolder = (name: string) => join(folder.folder, name);
  const lockOf = (name: string) => inFolder(join('locks', `${name}.lock`));
  const allGood = Object.fromEntries(STEPS.map((step) => [step, 'ok']));
  for (const [what, place] of Object.entries<() => string>({
    'the catalogue goes on as ever': () => inFolder('catalogue'),
    'the mark of the last sweep goes on as ever': () => inFolder(join('trash', '.swept')),
    'a lock waits until it counts as left, and goes on': () =>
      lockOf(createHash('sha256').update(KEY).digest('hex').slice(0, 32)),
    'the lock of the trash lets the others go on': () => lockOf('trash'),
    'the file of another process goes on as ever': () =>
      inFolder(join('locks', `0123abcd-1-${'0'.repeat(12)}.owner`)),
  })) {
    // There are none in the folders of Windows.
    if (process.platform === 'win32') continue;
    it(what, async () => {
      putPipe(place());
      assert.deepEqual(await outcomes(), allGood);
    });
  }

  if (process.platform !== 'win32') {
    it('a file that has to be copied, where there are no links, says so and does nothing', async () => {
      putPipe(`${folder.file(KEY)}.damaged-0123456789ab`);
      const found = await outcomes('nolinks');
      assert.deepEqual(found, { ...allGood, trash: 'store_unavailable' });
      assert.ok(await folder.open().load(KEY));
    });
  }
});
