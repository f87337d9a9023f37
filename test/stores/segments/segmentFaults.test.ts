import assert from 'node:assert/strict';
import { cpSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { PlanError } from '../../../src/domain/planError';
import type { PlanStore } from '../../../src/service/planStore';
import { atCall, errno, hookedFileSystem, type Hooks } from '../../support/hookedFileSystem';
import { appendUpTo, assertWhole, segmentsOf, SMALL_LIMITS } from '../../support/sealedSession';
import { SqliteFolder } from '../../support/sqliteFolder';
import { aPlanCommit, everyEvent, loadExisting } from '../../support/storeFixtures';

const KEY = 'srv:sealed';
/** More than a commit has calls; the loops end at the first one that no call reached. */
const ENOUGH = 150;
/** Other calls in each run; every one of them with SESSION_PLANS_EVERY_CALL, as in a soak. */
const STRIDE = process.env['SESSION_PLANS_EVERY_CALL'] === undefined ? 3 : 1;
/** A limit for what hangs, in milliseconds: every call takes three times as long as every third. */
const LIMIT = 180_000 / STRIDE;
/** Revisions whose commit seals and merges, and whose commit sweeps what that left. */
const COMMITS = { merges: 18, sweeps: 23 };

describe('A commit that seals or merges and in which something fails', () => {
  let folder: SqliteFolder;
  let hooks: Hooks;
  let store: PlanStore;
  /** Sessions before the commits that are tried, by revision. */
  const prepared = new Map<number, SqliteFolder>();
  afterEach(() => folder.dispose());
  after(async () => {
    for (const before of prepared.values()) await before.dispose();
  });

  async function begin(revision: number): Promise<void> {
    folder = new SqliteFolder();
    let before = prepared.get(revision);
    if (!before) {
      prepared.set(revision, (before = new SqliteFolder()));
      const writer = before.open({}, SMALL_LIMITS);
      await appendUpTo(writer, KEY, revision - 1);
      await writer.close();
    }
    cpSync(before.folder, folder.folder, { recursive: true });
    hooks = {};
    store = folder.open({ fileSystem: hookedFileSystem(hooks), platform: 'linux' }, SMALL_LIMITS);
    await loadExisting(store, KEY);
    // The first write of a store also sweeps; that is not part of what is tested here.
    await store.append('srv:warm', 0, aPlanCommit('srv:warm', 1));
  }

  async function atEveryCall(
    revision: number,
    body: (index: number) => Promise<{ reached: boolean }>,
  ): Promise<number> {
    const first = 1 + Math.floor(Math.random() * STRIDE);
    for (let index = first; index <= ENOUGH; index += STRIDE) {
      await begin(revision);
      const { reached } = await body(index).catch((cause: unknown) => {
        throw new Error(`at call ${String(index)}: ${String(cause)}`, { cause });
      });
      hooks.before = hooks.after = () => undefined;
      if (!reached) return index - 1;
      await folder.dispose();
    }
    throw new Error('The loop did not come to an end.');
  }

  const open = () => folder.open({}, SMALL_LIMITS);

  for (const [what, revision] of Object.entries(COMMITS)) {
    for (const when of ['before', 'after'] as const) {
      it(`[DP.75] [DP.77] ${what}: a failure ${when} any call loses nothing, and the next commits make up for it`, async function () {
        this.timeout(LIMIT);
        const calls = await atEveryCall(revision, async (index) => {
          const code = ['ENOSPC', 'EACCES', 'EIO', 'EROFS'][index % 4] ?? 'EIO';
          const fault = atCall(hooks, index, () => Promise.reject(errno(code)), when);
          const outcome = await store
            .append(KEY, revision - 1, aPlanCommit(KEY, revision))
            .catch((error: unknown) => {
              if (!PlanError.is(error, 'store_unavailable')) throw error;
              return { kind: 'failed' };
            });
          hooks.before = hooks.after = () => undefined;
          const last = outcome.kind === 'appended' ? revision : revision - 1;
          await assertWhole(index % 2 ? store : open(), KEY, last);
          await appendUpTo(store, KEY, last + 1);
          const later = open();
          await appendUpTo(later, KEY, last + 6);
          await assertWhole(later, KEY, last + 6);
          assert.ok(segmentsOf(folder).length <= 6, segmentsOf(folder).join());
          assert.deepEqual(
            folder.names().filter((name) => name.endsWith('.tmp')),
            [],
          );
          return fault;
        });
        assert.ok(calls >= 30, `only ${String(calls)} calls`);
      });
    }

    it(`[DP.77] ${what}: a process that ends at any call leaves the old state or the new one, whole`, async function () {
      this.timeout(LIMIT);
      const found = new Set<number>();
      await atEveryCall(revision, async (index) => {
        let count = 0;
        hooks.before = () => {
          if (++count >= index) throw errno('EIO');
        };
        const outcome = await store
          .append(KEY, revision - 1, aPlanCommit(KEY, revision))
          .catch((error: unknown) => error);
        // Its lock says that it is this process, which lives; dead ones have tests of their own.
        rmSync(join(folder.folder, 'locks'), { recursive: true, force: true });
        const { version } = await loadExisting(open(), KEY);
        found.add(version);
        if (!(outcome instanceof Error)) assert.equal(version, revision);
        const later = open();
        await assertWhole(later, KEY, version);
        await appendUpTo(later, KEY, version + 6);
        await assertWhole(later, KEY, version + 6);
        assert.ok(segmentsOf(folder).length <= 6, segmentsOf(folder).join());
        return { reached: count >= index };
      });
      assert.deepEqual([...found].sort(), [revision - 1, revision]);
    });
  }

  it('[FC.9] with no room for a segment commits all the same, seals once there is room, and says so', async () => {
    await begin(8);
    hooks.before = ({ name, path }) => {
      if (name === 'handle.writev' && path.includes('.seg-')) throw errno('ENOSPC');
    };
    await appendUpTo(store, KEY, 20);
    assert.deepEqual(segmentsOf(folder), []);
    const warned = folder.log.entries.filter(({ level }) => level === 'warn');
    assert.match(warned[0]?.message ?? '', /stay in its live file for now.*ENOSPC/s);
    hooks.before = () => undefined;
    await appendUpTo(store, KEY, 40);
    await assertWhole(open(), KEY, 40);
    assert.ok(segmentsOf(folder).length >= 2);
  });

  it('does not count on a segment that did not come back as it was written', async () => {
    await begin(8);
    hooks.after = ({ name, path }) => {
      if (name === 'rename' && path.includes('.seg-'))
        for (const segment of segmentsOf(folder)) rmSync(join(folder.folder, segment));
    };
    await appendUpTo(store, KEY, 10);
    hooks.after = () => undefined;
    await assertWhole(open(), KEY, 10);
    assert.equal(folder.log.entries.filter(({ level }) => level === 'error').length, 3);
    await appendUpTo(store, KEY, 20);
    await assertWhole(open(), KEY, 20);
  });

  it('two stores that seal the same session, each with what it knew before, lose nothing', async () => {
    await begin(8);
    const other = open();
    await loadExisting(other, KEY);
    for (const last of [20, 33, 47]) {
      await appendUpTo(store, KEY, last - 1);
      // It still has the state of long ago open, and seals that before it finds out.
      const stale = await other.append(KEY, last - 1, aPlanCommit(KEY, last));
      assert.equal(stale.kind, 'appended');
      const commit = aPlanCommit(KEY, last + 1);
      assert.deepEqual(await store.append(KEY, last - 1, commit), { kind: 'conflict' });
      const { generation } = await loadExisting(other, KEY);
      assert.equal(generation, last);
      for (const reader of [store, other, open()]) await assertWhole(reader, KEY, last);
    }
    const stale: PlanStore[] = [];
    for (let last = 48; last < 62; last++) {
      const late = open();
      assert.equal((await loadExisting(late, KEY)).generation, last - 1);
      stale.push(late);
      await appendUpTo(store, KEY, last);
    }
    // The last commit sealed, so the last good copy does not name that part either.
    await appendUpTo(store, KEY, 93);
    // Each of them would seal or merge what it has open, and knows nothing of the parts made since.
    for (const [at, late] of stale.entries()) {
      const commit = aPlanCommit(KEY, at + 48);
      assert.deepEqual(await late.append(KEY, at + 47, commit), { kind: 'conflict' });
    }
    await assertWhole(open(), KEY, 93);
    assert.ok(segmentsOf(folder).length <= 10, segmentsOf(folder).join());
  });

  it('[FC.8] what a last good copy names stays until there is another one, whatever fails', async () => {
    await begin(COMMITS.merges);
    const commit = aPlanCommit(KEY, 18);
    const many = { ...commit, events: [...commit.events, ...everyEvent().slice(0, 6)] };
    assert.equal((await store.append(KEY, 17, many)).kind, 'appended');
    // It seals at once again, sweeps before that, and does not come to its switch.
    hooks.before = ({ name, path }) => {
      if (name === 'handle.writev' && /sqlite\.[^.]*\.tmp$/.test(path)) throw errno('EIO');
    };
    await assert.rejects(store.append(KEY, 18, aPlanCommit(KEY, 19)));
    hooks.before = () => undefined;
    truncateSync(folder.file(KEY), 100);
    const restored = open();
    assert.equal((await loadExisting(restored, KEY)).version, 17);
    const page = await restored.events(KEY, 0, 100);
    assert.equal(page.kind === 'events' && page.events.length, 17);
  });

  it('a reader in whose middle another process merges and sweeps begins again', async () => {
    await begin(15);
    const writer = open();
    const reads: Readonly<Record<string, (reader: PlanStore) => Promise<unknown>>> = {
      events: (reader) => reader.events(KEY, 0, 100),
      call: (reader) => reader.recordedCall(KEY, 'call-2'),
      removed: async (reader) => [...(await reader.removedSteps(KEY, ['gone-in-2']))],
    };
    let last = 14;
    for (const [what, read] of Object.entries(reads)) {
      const before = await read(open());
      let passed = false;
      hooks.before = async ({ name, path }) => {
        if (passed || name !== 'open' || !path.includes('.seg-')) return;
        passed = true;
        last += 25;
        await appendUpTo(writer, KEY, last);
      };
      const answer = await read(store);
      hooks.before = () => undefined;
      assert.ok(passed);
      assert.deepEqual(answer, what === 'events' ? await read(open()) : before, what);
      assert.deepEqual((await loadExisting(store, KEY)).problems, []);
    }
  });
});
