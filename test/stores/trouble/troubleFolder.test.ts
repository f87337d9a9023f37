import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PlanStore } from '../../../src/service/planStore';
import type { FileSystem } from '../../../src/stores/sqlite/nodeFileSystem';
import { createNodeSessionFiles } from '../../../src/stores/sqlite/nodeSessionFiles';
import { createSqliteStore } from '../../../src/stores/sqlite/sqliteStore';
import { fakeLog } from '../../support/fakeLog';
import { errno, hookedFileSystem } from '../../support/hookedFileSystem';
import { MountedDisks } from '../../support/mountedDisk';
import { appendLong, holds } from '../../support/powerCutSession';
import { sharedSqlJs, SqliteFolder } from '../../support/sqliteFolder';
import { aPlanCommit, appendPlans, assertRevision, rejectsWith } from '../../support/storeFixtures';

const KEY = 'vscode-chat-session://local/one';
/** More events than a live file keeps. */
const EVENTS = 66;

describe('A store in a folder', () => {
  const stores: PlanStore[] = [];
  let root: string;
  let disks: MountedDisks;
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'session-plans-trouble-'));
    disks = new MountedDisks();
  });
  afterEach(async () => {
    await closeAll();
    disks.dispose();
    rmSync(root, { recursive: true, force: true });
  });

  function open(folder: string, fileSystem?: FileSystem): PlanStore {
    const files = createNodeSessionFiles(folder, fileSystem ? { fileSystem } : {});
    const store = createSqliteStore({ files, sqlJs: sharedSqlJs, log: fakeLog() });
    stores.push(store);
    return store;
  }

  async function closeAll(): Promise<void> {
    for (const store of stores.splice(0)) await store.close();
  }

  for (const [what, names] of Object.entries<readonly string[]>({
    'spaces and signs': ['a folder', ' with #100% (& more) '],
    'letters of other languages': ['Ünïcödé', 'план', '計画', 'خطة'],
    'letters that are put together': ['e\u0301te\u0301', '\u{1f469}\u200d\u{1f4bb}'],
    'a path of more than 260 characters': Array.from({ length: 8 }, () => 'a'.repeat(60)),
    'a short form': ['PROGRA~1', 'PLANS~2.DB'],
  })) {
    it(`[FC.52] whose name has ${what} keeps what it acknowledged, history included`, async () => {
      const folder = join(root, ...names);
      const store = open(folder);
      await appendLong(store, 1, 4, EVENTS);
      await holds(EVENTS)({ store: open(folder), folder, acknowledged: 4 });
      const key = 'srv:removed';
      await appendPlans(store, key, 1);
      await store.remove(key);
      assert.equal(await open(folder).load(key), undefined);
    });
  }

  for (const [what, code, place] of [
    ['is too long for the disk', 'ENAMETOOLONG', () => join(root, 'a'.repeat(300))],
    [
      'is that of a file',
      'ENOTDIR',
      () => {
        writeFileSync(join(root, 'file'), 'x');
        return join(root, 'file');
      },
    ],
    [
      'goes through a file',
      'ENOTDIR',
      () => {
        writeFileSync(join(root, 'file'), 'x');
        return join(root, 'file', 'plans');
      },
    ],
  ] as const) {
    it(`[FC.52] whose name ${what} never says that it saved something`, async () => {
      const store = open(place());
      const error = await rejectsWith(
        store.append(KEY, 0, aPlanCommit(KEY, 1)),
        'store_unavailable',
      );
      assert.ok(['ENAMETOOLONG', 'ENOTDIR', 'EEXIST', code].includes(codeIn(error)), codeIn(error));
      assert.doesNotMatch(error.message, /answered E/);
    });
  }

  it('[FC.52] that is read-only shows everything, saves nothing and says so', async () => {
    const mounted = disks.inMemory('size=4m');
    const folder = join(mounted ?? root, 'plans');
    await appendLong(open(folder), 1, 3, EVENTS);
    await closeAll();
    let readOnly = true;
    const fileSystem = hookedFileSystem({
      before: ({ name, path }) => {
        const reads = /^(stat|readdir|handle\..*)$/.test(name) || /sqlite(?!.*tmp)/.test(path);
        if (readOnly && !mounted && !reads) throw errno('EROFS');
      },
    });
    if (mounted) await disks.makeReadOnly(mounted);
    else console.log('      no disk can be mounted here: only the file system says that it is');
    const store = open(folder, fileSystem);
    const loaded = await store.load('srv:power');
    assert.deepEqual([loaded?.generation, loaded?.problems], [3, []]);
    assert.equal((await store.events('srv:power', 0, 300)).kind, 'events');
    assert.equal((await store.list({}, { limit: 10 })).sessions.length, 1);
    for (const key of ['srv:power', KEY]) {
      const generation = key === KEY ? 0 : 3;
      const failed = store.append(key, generation, aPlanCommit(key, generation + 1));
      const error = await rejectsWith(failed, 'store_unavailable');
      assert.match(error.message, /disk is read-only/);
      await rejectsWith(store.remove('srv:power'), 'store_unavailable');
    }
    assert.equal((await store.load('srv:power'))?.generation, 3);
    if (mounted) disks.remount(mounted, 'rw');
    readOnly = false;
    await holds(EVENTS)({ store, folder, acknowledged: 3 });
    await holds(EVENTS)({ store: open(folder), folder, acknowledged: 4 });
  });

  it('that is taken away while it is open begins anew, and knows nothing of what was there', async () => {
    const folder = join(root, 'plans');
    const store = open(folder);
    await appendPlans(store, KEY, 1, 2);
    rmSync(folder, { recursive: true });
    assert.equal(await store.load(KEY), undefined);
    assert.deepEqual(await store.append(KEY, 2, aPlanCommit(KEY, 3)), { kind: 'conflict' });
    await appendPlans(store, KEY, 1, 2);
    await assertRevision(open(folder), KEY, 2);
  });

  it('whose clock was wrong works all the same: no time of a file decides anything', async () => {
    const place = new SqliteFolder();
    const [store, other] = [place.open(), place.open()];
    try {
      await appendPlans(store, KEY, 1, 2);
      let revision = 2;
      for (const time of [new Date('1971-01-01'), new Date('2120-01-01'), new Date('1999-12-31')]) {
        for (const suffix of ['', '.last-good']) utimesSync(place.file(KEY) + suffix, time, time);
        await appendPlans(other, KEY, ++revision);
        utimesSync(place.file(KEY), time, time);
        await assertRevision(store, KEY, revision);
        await appendPlans(store, KEY, ++revision);
        await assertRevision(other, KEY, revision);
        const { sessions, unreadable } = await other.list({}, { limit: 10 });
        assert.deepEqual([sessions[0]?.revision, unreadable], [revision, []]);
      }
    } finally {
      await place.dispose();
    }
  });
});

function codeIn(error: Error): string {
  return (error.cause as NodeJS.ErrnoException | undefined)?.code ?? '';
}
