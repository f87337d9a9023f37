import assert from 'node:assert/strict';
import { readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import type { PlanStore } from '../../../src/service/planStore';
import type { StoreMaintenance } from '../../../src/service/storeMaintenance';
import { editSessionFile } from '../../support/editSessionFile';
import { appendMany } from '../../support/grownSession';
import { atCall, errno, hookedFileSystem, type Hooks } from '../../support/hookedFileSystem';
import { MaintainedFolder } from '../../support/maintainedFolder';
import { assertWhole, segmentsOf } from '../../support/sealedSession';
import { aPlan, goneIn, loadExisting } from '../../support/storeFixtures';

const KEY = 'vscode-chat-session://local/one';
/** Of so many there are several sealed parts, and too few for a commit to put them together. */
const REVISIONS = 220;

describe('Compacting a session with a history in many parts', function () {
  this.timeout(60_000);
  let made: MaintainedFolder;
  let folder: MaintainedFolder;
  before(async () => {
    made = new MaintainedFolder();
    const store = made.open();
    await appendMany(store, KEY, REVISIONS);
    await store.close();
  });
  after(() => made.dispose());
  beforeEach(() => {
    folder = made.copy();
  });
  afterEach(() => folder.dispose());

  const bytes = (names: readonly string[]) =>
    names.reduce((sum, name) => sum + statSync(join(folder.folder, name)).size, 0);
  const own = () => bytes([...segmentsOf(folder), folder.file(KEY).slice(folder.folder.length)]);

  it('puts them together, keeps all of it, and says how much that gave back', async () => {
    const { store, maintenance } = folder.openBoth();
    const before = own();
    assert.ok(segmentsOf(folder).length >= 5);
    const { bytesBefore, bytesAfter } = await maintenance.compact(KEY);
    assert.equal(segmentsOf(folder).length, 1);
    assert.deepEqual([bytesBefore, bytesAfter], [before, own()]);
    assert.ok(bytesAfter < bytesBefore);
    assert.equal((await maintenance.verify()).damaged, 0);
    await assertHistory(store);
    await appendMany(store, KEY, REVISIONS + 60);
    await assertWhole(folder.open(), KEY, REVISIONS + 60);
  });

  it('needs nothing that is gone to go on from the last good copy', async () => {
    await folder.maintenance.compact(KEY);
    rmSync(folder.file(KEY));
    const loaded = await folder.open().load(KEY);
    assert.deepEqual([loaded?.version, loaded?.generation], [REVISIONS, REVISIONS]);
    await folder.maintenance.restoreCopy(await folder.maintenance.offerCopy(KEY));
    const store = folder.open();
    const page = await store.events(KEY, 0, 1_000);
    assert.equal(page.kind === 'events' && page.events.length, REVISIONS);
  });

  it('writes nothing the second time', async () => {
    const { maintenance } = folder;
    await maintenance.compact(KEY);
    const before = folder.picture();
    const again = await maintenance.compact(KEY);
    assert.equal(again.bytesAfter, again.bytesBefore);
    assert.deepEqual(folder.picture(), before);
  });

  it('takes away what an earlier one that was cut off left behind', async () => {
    const old = segmentsOf(folder);
    const hooks: Hooks = {};
    const fileSystem = hookedFileSystem(hooks);
    const { maintenance } = folder.openBoth({ fileSystem });
    hooks.before = ({ name, path }) => {
      if (name === 'unlink' && path.includes('.seg-')) throw errno('EIO');
    };
    await maintenance.compact(KEY);
    assert.deepEqual(
      old.filter((name) => !segmentsOf(folder).includes(name)),
      [],
    );
    hooks.before = () => undefined;
    await maintenance.compact(KEY);
    assert.equal(segmentsOf(folder).length, 1);
    await assertHistory(folder.open());
  });

  it('leaves the last good copy of an earlier change with the parts that it needs', async () => {
    const hooks: Hooks = {};
    const { maintenance } = folder.openBoth({ fileSystem: hookedFileSystem(hooks) });
    const copy = readFileSync(folder.lastGood(KEY));
    let renames = 0;
    hooks.before = ({ name, path }) => {
      // The new live file takes its place, and the one before does not become the last good copy.
      if (name === 'rename' && path.startsWith(`${folder.file(KEY)}.`) && !path.includes('.seg-'))
        if (!path.includes('.ids') && ++renames === 2) throw errno('EIO');
    };
    await maintenance.compact(KEY);
    hooks.before = () => undefined;
    await maintenance.compact(KEY);
    assert.deepEqual(readFileSync(folder.lastGood(KEY)), copy);
    rmSync(folder.file(KEY));
    const page = await folder.open().events(KEY, 0, 1_000);
    assert.equal(page.kind === 'events' && page.events.length, REVISIONS - 1);
  });

  it('closes no hole between two parts', async () => {
    await editSessionFile(
      folder.file(KEY),
      'DELETE FROM segment WHERE first = (SELECT first FROM segment ORDER BY first LIMIT 1 OFFSET 2)',
    );
    const problems = async () => (await folder.maintenance.inspect(KEY))?.problems;
    const before = await problems();
    await folder.maintenance.compact(KEY);
    assert.deepEqual(await problems(), before);
    assert.deepEqual(await folder.open().events(KEY, 0, 1_000), { kind: 'reset' });
    assert.equal(segmentsOf(folder).length, 2);
  });

  for (const [what, spoil] of Object.entries<(path: string) => void>({
    missing: (path) => {
      rmSync(path);
    },
    damaged: (path) => {
      truncateSync(path, 5_000);
    },
  })) {
    it(`leaves alone a part that is ${what}, and tells of it as before`, async () => {
      const third = join(folder.folder, segmentsOf(folder)[2] ?? '');
      spoil(third);
      const problems = async () => (await folder.maintenance.inspect(KEY))?.problems;
      const before = await problems();
      assert.ok(before?.length);
      await folder.maintenance.compact(KEY);
      assert.deepEqual(await problems(), before);
      const store = folder.open();
      const [first, last] = /seg-(\d+)-(\d+)/.exec(third)?.slice(1).map(Number) ?? [0, 0];
      assert.deepEqual(await store.events(KEY, 0, 1_000), { kind: 'reset' });
      const early = await store.events(KEY, 0, (first ?? 0) - 1);
      assert.equal(early.kind === 'events' && early.events.length, (first ?? 0) - 1);
      const late = await store.events(KEY, last ?? 0, 1_000);
      assert.equal(late.kind === 'events' && late.events.length, REVISIONS - (last ?? 0));
      assert.equal(
        segmentsOf(folder).filter((name) => third.endsWith(name)).length,
        what === 'missing' ? 0 : 1,
      );
    });
  }

  it('leaves all of it as it was when the parts do not come back as they were written', async () => {
    const hooks: Hooks = {};
    const { maintenance } = folder.openBoth({ fileSystem: hookedFileSystem(hooks) });
    hooks.after = ({ name, path }) => {
      if (name === 'rename' && path.includes('.seg-1-'))
        truncateSync(path.replace(/\.[^.]+\.tmp$/, ''), 9_000);
    };
    const before = folder.picture();
    await assert.rejects(maintenance.compact(KEY));
    hooks.after = () => undefined;
    for (const [name, digest] of Object.entries(before))
      assert.equal(folder.picture()[name], digest, name);
    await assertHistory(folder.open());
  });

  it('is read by who looks at the old parts at the very moment at which they go', async () => {
    const reader = folder.open();
    await reader.load(KEY);
    const hooks: Hooks = {};
    const late = folder.open({ fileSystem: hookedFileSystem(hooks) });
    await late.load(KEY);
    const compacted: Promise<unknown>[] = [];
    let looks = 0;
    hooks.before = async ({ name, path }) => {
      if (name !== 'open' || !path.includes('.seg-') || ++looks !== 2) return;
      compacted.push(folder.maintenance.compact(KEY));
      await Promise.all(compacted);
    };
    const page = await late.events(KEY, 0, 1_000);
    assert.equal(page.kind === 'events' && page.events.length, REVISIONS);
    assert.equal(compacted.length, 1);
    assert.deepEqual((await late.load(KEY))?.problems, []);
    await assertHistory(reader);
  });

  for (const how of ['fails before', 'fails after', 'ends at'] as const) {
    it(`is whole, old or new, when a disk or process ${how} any call`, async function () {
      this.timeout(300_000);
      let calls = 0;
      for (let index = 1; ; index += 3) {
        folder = made.copy();
        const hooks: Hooks = {};
        const opened = folder.openBoth({ fileSystem: hookedFileSystem(hooks), platform: 'linux' });
        const reached = await broken(opened.maintenance, hooks, how, index);
        hooks.before = hooks.after = () => undefined;
        if (!reached) break;
        calls = index;
        await assertHistory(folder.open());
        assert.equal((await folder.maintenance.verify()).damaged, 0);
        if (index % 4 === 0) {
          await folder.maintenance.compact(KEY);
          await assertHistory(opened.store);
          // A last good copy of the change before may still need the others.
          await appendMany(opened.store, KEY, REVISIONS + 1);
          await folder.maintenance.compact(KEY);
          assert.equal(segmentsOf(folder).length, 1);
        }
        await folder.dispose();
      }
      assert.ok(calls > 40, `${String(calls)} calls`);
    });
  }
});

/** As assertWhole, of which a look at every answer takes most of the time. */
async function assertHistory(store: PlanStore): Promise<void> {
  const { record, version, generation, problems } = await loadExisting(store, KEY);
  assert.deepEqual(record.plan, aPlan(REVISIONS));
  assert.deepEqual([version, generation, problems], [REVISIONS, REVISIONS, []]);
  const page = await store.events(KEY, 0, 1_000);
  assert.equal(page.kind === 'events' && page.events.length, REVISIONS);
  for (const at of [1, 40, 100, REVISIONS])
    assert.ok(await store.recordedCall(KEY, `call-${String(at)}`), String(at));
  const gone = await store.removedSteps(KEY, [goneIn(1), goneIn(100), 'never']);
  assert.deepEqual([...gone.values()], [1, 100]);
}

/** Whether the call was reached. */
async function broken(
  maintenance: StoreMaintenance,
  hooks: Hooks,
  how: string,
  index: number,
): Promise<boolean> {
  const code = ['ENOSPC', 'EACCES', 'EIO', 'EROFS'][index % 4] ?? 'EIO';
  const ignore = () => undefined;
  if (how !== 'ends at') {
    const when = how === 'fails before' ? 'before' : 'after';
    const fault = atCall(hooks, index, () => Promise.reject(errno(code)), when);
    await maintenance.compact(KEY).catch(ignore);
    return fault.reached;
  }
  let count = 0;
  hooks.before = () => {
    if (++count >= index) throw errno('EIO');
  };
  await maintenance.compact(KEY).catch(ignore);
  return count >= index;
}
