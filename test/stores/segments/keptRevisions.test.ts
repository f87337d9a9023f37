import assert from 'node:assert/strict';
import { truncateSync } from 'node:fs';
import { join } from 'node:path';
import type { PlanStore } from '../../../src/service/planStore';
import { editSessionFile } from '../../support/editSessionFile';
import { appendMany } from '../../support/grownSession';
import { MaintainedFolder } from '../../support/maintainedFolder';
import { appendLong, KEY as POWER_KEY } from '../../support/powerCutSession';
import { segmentsOf } from '../../support/sealedSession';
import {
  aCall,
  aPlan,
  aPlanCommit,
  aRecord,
  goneIn,
  loadExisting,
} from '../../support/storeFixtures';

const KEY = 'vscode-chat-session://local/one';
const REVISIONS = 220;

describe('Compacting with a bound for the revisions that are kept', function () {
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

  async function compact(keepRevisions: number): Promise<number> {
    const { bytesBefore, bytesAfter } = await folder
      .openBoth({ keepRevisions: () => keepRevisions })
      .maintenance.compact(KEY);
    return bytesBefore - bytesAfter;
  }

  /** Sequence of the first event that is kept. */
  async function firstKept(store: PlanStore, key = KEY): Promise<number> {
    const { version } = await loadExisting(store, key);
    for (let first = 1; first <= version; first++) {
      const page = await store.events(key, first - 1, 1_000);
      if (page.kind === 'events') {
        assert.equal(page.events.length, version - first + 1);
        return first;
      }
    }
    return version + 1;
  }

  async function assertKept(store: PlanStore, last: number): Promise<void> {
    const { record, version, problems, readOnly } = await loadExisting(store, KEY);
    assert.deepEqual([record.plan, version], [aPlan(last), last]);
    assert.deepEqual([problems, readOnly], [[], false]);
    for (const at of [1, 2, 33, 100, 150, last]) {
      const call = await store.recordedCall(KEY, `call-${String(at)}`);
      assert.equal(call?.call_id, `call-${String(at)}`);
    }
    assert.equal(await store.recordedCall(KEY, 'call-never'), undefined);
    const gone = await store.removedSteps(KEY, [goneIn(1), goneIn(100), goneIn(last), 'never']);
    assert.deepEqual(gone, new Map([1, 100, last].map((at) => [goneIn(at), at])));
    // A call that comes again is told so, however long ago it was.
    const replayed = { ...aPlanCommit(KEY, last + 1), call: aCall('call-2') };
    assert.deepEqual(await store.append(KEY, last, replayed), { kind: 'conflict' });
    const { damaged, newer } = await folder.maintenance.verify();
    assert.deepEqual([damaged, newer], [0, 0]);
  }

  it('drops older events, and keeps the plan, every answer and every id that was used', async () => {
    const reader = folder.open();
    await reader.load(KEY);
    assert.ok((await compact(50)) > 50_000);
    for (const store of [reader, folder.open()]) {
      const first = await firstKept(store);
      // Whole parts of the history go, so that a little more than the bound is kept.
      assert.ok(first > 120 && first <= REVISIONS - 50 + 1, String(first));
      assert.deepEqual(await store.events(KEY, 0, 10), { kind: 'reset' });
      assert.deepEqual(await store.events(KEY, first - 2, 10), { kind: 'reset' });
      await assertKept(store, REVISIONS);
    }
    const exported = await folder.maintenance.export(KEY);
    const first = await firstKept(folder.open());
    assert.deepEqual(
      [exported?.events[0]?.sequence, exported?.events.length, exported?.missing],
      [first, REVISIONS - first + 1, []],
    );
  });

  it('keeps parts of the history without a revision that belong to one that is kept', async () => {
    const other = new MaintainedFolder();
    try {
      const store = other.open();
      // Each revision is the last of 66 events; the first part has only such that lead to the first one.
      await appendLong(store, 1, 4, 66);
      await store.close();
      for (const bound of [0, 4, 2]) {
        const keepRevisions = () => bound;
        const { store: compacted, maintenance } = other.openBoth({ keepRevisions });
        await maintenance.compact(POWER_KEY);
        const first = await firstKept(compacted, POWER_KEY);
        if (bound === 2) assert.ok(first > 1 && first <= 3 * 66, String(first));
        else assert.equal(first, 1);
        await compacted.close();
      }
    } finally {
      await other.dispose();
    }
  });

  it('keeps everything where there is no bound, or fewer revisions', async () => {
    for (const bound of [0, REVISIONS, 1_000]) await compact(bound);
    assert.equal(await firstKept(folder.open()), 1);
  });

  it('goes on: what was dropped stays so, more follows, and the second time there is nothing to do', async () => {
    await compact(50);
    const before = folder.picture();
    assert.equal(await compact(50), 0);
    assert.deepEqual(folder.picture(), before);
    const first = await firstKept(folder.open());
    // So many that commits put parts together, too.
    await appendMany(folder.open(), KEY, 900);
    assert.equal(await firstKept(folder.open()), first);
    await assertKept(folder.open(), 900);
    await compact(50);
    assert.ok((await firstKept(folder.open())) > first);
    await assertKept(folder.open(), 900);
    await compact(0);
    await assertKept(folder.open(), 900);
  });

  it('never drops the revision that a person approved last', async () => {
    const record = aRecord(KEY, { plan: aPlan(REVISIONS), approved: 70 });
    await folder.open().append(KEY, REVISIONS, { record, events: [] });
    await compact(1);
    const first = await firstKept(folder.open());
    assert.ok(first > 1 && first <= 70, String(first));
  });

  it('drops nothing that lies behind a part that cannot be read', async () => {
    const parts = segmentsOf(folder);
    truncateSync(join(folder.folder, parts[1] ?? ''), 5_000);
    await compact(1);
    const page = await folder
      .open()
      .events(KEY, Number(/seg-\d+-(\d+)/.exec(parts[1] ?? '')?.[1]), 1_000);
    assert.equal(page.kind, 'events');
    assert.equal((await folder.maintenance.verify()).damaged, 1);
  });

  it('drops nothing that hides a damaged event', async () => {
    await editSessionFile(
      folder.file(KEY),
      `UPDATE event SET data = '{' WHERE sequence = (SELECT max(sequence) FROM event) - 4`,
    );
    await appendMany(folder.open(), KEY, REVISIONS + 80);
    const damaged = async () => (await folder.maintenance.verify()).damaged;
    assert.equal(await damaged(), 1);
    await compact(1);
    assert.equal(await damaged(), 1);
    const page = await folder.open().events(KEY, REVISIONS - 8, 3);
    assert.equal(page.kind, 'events');
  });

  it('tells of what is kept of dropped events when it is damaged', async () => {
    await compact(50);
    const [oldest] = segmentsOf(folder);
    truncateSync(join(folder.folder, oldest ?? ''), 5_000);
    assert.equal((await folder.maintenance.verify()).damaged, 1);
    await assert.rejects(folder.open().recordedCall(KEY, 'call-1'));
  });
});
