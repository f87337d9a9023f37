import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { basename } from 'node:path';
import type { PlanStore } from '../../../src/service/planStore';
import { errno, hookedFileSystem, type Hooks } from '../../support/hookedFileSystem';
import { SqliteFolder } from '../../support/sqliteFolder';
import {
  aPlanCommit,
  appendPlans,
  assertRevision,
  loadExisting,
  rejectsWith,
} from '../../support/storeFixtures';

const KEY = 'vscode-chat-session://local/one';
const OTHER = 'vscode-chat-session://local/other';

describe('A store among files that are none', () => {
  let folder: SqliteFolder;
  let hooks: Hooks;
  let store: PlanStore;
  beforeEach(async () => {
    folder = new SqliteFolder();
    hooks = {};
    await appendPlans(folder.open(), KEY, 1, 2);
    await appendPlans(folder.open(), OTHER, 1);
    store = folder.open({ fileSystem: hookedFileSystem(hooks) });
  });
  afterEach(() => folder.dispose());

  /** Reads, lists and writes of the session; the other one is never affected. */
  async function assertOthersWork(unreadable: number): Promise<void> {
    const page = await store.list({}, { limit: 10 });
    assert.equal(page.unreadable.length, unreadable, JSON.stringify(page));
    assert.equal(page.sessions.length, 2 - unreadable);
    const { generation } = await loadExisting(store, OTHER);
    await appendPlans(store, OTHER, generation + 1);
    await assertRevision(folder.open(), OTHER, generation + 1);
  }

  for (const [what, put] of Object.entries<(path: string) => void>({
    'a folder': (path) => mkdirSync(path),
    'a folder with something in it': (path) => mkdirSync(`${path}/more`, { recursive: true }),
    'a link to itself': (path) => {
      symlinkSync(path, path);
    },
    'a link to nothing': (path) => {
      symlinkSync(`${path}.nothing`, path);
    },
  })) {
    it(`says so, or goes on from the last good copy, where a session is ${what}`, async () => {
      const path = folder.file(KEY);
      rmSync(path);
      put(path);
      const outcome = await store.load(KEY).catch((error: unknown) => error as Error);
      if (outcome instanceof Error) {
        const error = await rejectsWith(Promise.reject(outcome), 'store_unavailable');
        assert.doesNotMatch(error.message, /answered E/);
        await rejectsWith(store.append(KEY, 2, aPlanCommit(KEY, 3)), 'store_unavailable');
        await assertOthersWork(1);
        return;
      }
      assert.equal(outcome?.record.plan?.revision, 1);
      assert.equal(outcome.problems[0]?.kind, 'restored_last_good');
      await assertOthersWork(0);
      await appendPlans(store, KEY, 3);
      const { record, problems } = await loadExisting(folder.open(), KEY);
      assert.deepEqual([record.plan?.revision, problems], [3, []]);
    });
  }

  /** Fails every such call on the live file. */
  function fail(code: string, ...calls: readonly string[]): void {
    hooks.before = ({ name, path }) => {
      if (calls.includes(name) && path === folder.file(KEY)) throw errno(code);
    };
  }

  /** The files of the session. */
  function own(): string[] {
    return folder.names().filter((name) => name.startsWith(basename(folder.file(KEY))));
  }

  async function assertRefusesWrites(): Promise<void> {
    const attempts = [
      () => store.append(KEY, 0, aPlanCommit(KEY, 1)),
      () => store.append(KEY, 1, aPlanCommit(KEY, 2)),
      () => store.append(KEY, 2, aPlanCommit(KEY, 3)),
      () => store.recordedCall(KEY, 'call-2'),
      () => store.removedSteps(KEY, ['step-1']),
    ];
    for (const attempt of attempts) {
      const error = await rejectsWith(attempt(), 'store_unavailable');
      assert.deepEqual(
        [error.details['retry'], error.details['location']],
        [true, folder.file(KEY)],
      );
    }
  }

  async function assertUntouched(before: readonly string[]): Promise<void> {
    assert.deepEqual(own(), before);
    hooks.before = () => undefined;
    // Nothing of the failure is remembered.
    await assertOthersWork(0);
    await assertRevision(store, KEY, 2);
    assert.deepEqual((await loadExisting(store, KEY)).problems, []);
    await assertRevision(folder.open(), KEY, 2);
    await appendPlans(store, KEY, 3);
    await assertRevision(folder.open(), KEY, 3);
  }

  for (const code of ['EACCES', 'EMFILE']) {
    for (const call of ['open', 'handle.readFile', 'handle.stat'])
      it(`says ${code} of ${call} clearly, and neither shows an older plan nor writes over this one`, async () => {
        const before = own();
        fail(code, call);
        await rejectsWith(store.load(KEY), 'store_unavailable');
        await rejectsWith(store.events(KEY, 0, 10), 'store_unavailable');
        await assertRefusesWrites();
        await assertOthersWork(1);
        await assertUntouched(before);
      });
  }

  for (const [code, ...calls] of [
    ['EIO', 'open'],
    ['EIO', 'handle.readFile'],
    ['EIO', 'handle.stat'],
    ['EIO', 'open', 'stat'],
    ['EBADMSG', 'handle.readFile'],
    ['Unknown system error -117', 'handle.readFile'],
  ] as const) {
    it(`shows the last good copy while the disk answers ${code} to ${calls.join(' and ')}, and changes nothing`, async () => {
      const before = own();
      fail(code, ...calls);
      const { record, problems, readOnly } = await loadExisting(store, KEY);
      assert.deepEqual([record.plan?.revision, readOnly], [1, false]);
      assert.deepEqual(
        problems.map(({ kind, location }) => [kind, location]),
        [['restored_last_good', folder.file(KEY)]],
      );
      assert.match(String(problems[0]?.message), /cannot be read at the moment/);
      const page = await store.events(KEY, 0, 10);
      assert.equal(page.kind === 'events' && page.events.length, 1);
      assert.deepEqual(await store.events(KEY, 2, 10), { kind: 'reset' });
      // What the copy has is as it was answered.
      assert.equal((await store.recordedCall(KEY, 'call-1'))?.call_id, 'call-1');
      await assertRefusesWrites();
      await assertOthersWork(0);
      await assertUntouched(before);
    });
  }

  it('shows the last good copy also where the failure comes while the session is open', async () => {
    await assertRevision(store, KEY, 2);
    folder.age();
    fail('EIO', 'open', 'stat');
    assert.equal((await loadExisting(store, KEY)).record.plan?.revision, 1);
    const page = await store.list({}, { limit: 10 });
    const listed = page.sessions.find(({ key }) => key === KEY);
    assert.equal(listed?.revision, 1);
    hooks.before = () => undefined;
    const again = await store.list({}, { limit: 10 });
    assert.equal(again.sessions.find(({ key }) => key === KEY)?.revision, 2);
  });

  it('holds up no writer once the disk gives the file again', async () => {
    fail('EIO', 'open');
    assert.equal((await loadExisting(store, KEY)).generation, 1);
    hooks.before = () => undefined;
    // Who decided on the copy is told that there is more, and not that the disk fails.
    assert.deepEqual(await store.append(KEY, 1, aPlanCommit(KEY, 2)), { kind: 'conflict' });
    await appendPlans(store, KEY, 3);
    await assertRevision(folder.open(), KEY, 3);
  });

  it('says that the disk fails where there is no last good copy', async () => {
    rmSync(`${folder.file(KEY)}.last-good`);
    const before = own();
    fail('EIO', 'handle.readFile');
    const error = await rejectsWith(store.load(KEY), 'store_unavailable');
    assert.equal(error.details['retry'], true);
    await assertRefusesWrites();
    await assertOthersWork(1);
    await assertUntouched(before);
  });
});
