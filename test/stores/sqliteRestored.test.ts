import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AppendOutcome, PlanStore, StoreProblem } from '../../src/service/planStore';
import { editSessionFile } from '../support/editSessionFile';
import { errno, type Hooks } from '../support/hookedFileSystem';
import type { SqliteFolder } from '../support/sqliteFolder';
import { openSqliteFolderInUse } from '../support/sqliteFolderInUse';
import {
  aPlan,
  aPlanCommit,
  appendPlans,
  aRecord,
  loadExisting,
  rejectsWith,
} from '../support/storeFixtures';

const KEY = 'vscode-chat-session://local/one';

describe('A writer that meets a damaged file before any reader', () => {
  let folder: SqliteFolder;
  let hooks: Hooks;
  let store: PlanStore;
  beforeEach(async () => {
    ({ folder, hooks, store } = await openSqliteFolderInUse(KEY));
  });
  afterEach(() => folder.dispose());

  const damaged = () => folder.names().filter((name) => name.includes('.damaged-'));
  const problemsOf = (outcome: AppendOutcome): readonly StoreProblem[] => {
    assert.ok(outcome.kind === 'appended');
    return outcome.problems;
  };
  const write = async (generation: number) =>
    problemsOf(await store.append(KEY, generation, aPlanCommit(KEY, generation + 1)));

  it('[FC.8] tells with the commit that the file was damaged, where it is kept, and what may be missing', async () => {
    truncateSync(folder.file(KEY), 100);
    const broken = readFileSync(folder.file(KEY));
    const [problem, ...more] = await write(1);
    assert.deepEqual([problem?.kind, more], ['restored_last_good', []]);
    const aside = join(folder.folder, damaged()[0] ?? '');
    assert.equal(problem?.location, aside);
    assert.deepEqual(readFileSync(aside), broken);
    const message = String(problem.message);
    assert.ok(message.includes(aside), message);
    assert.match(message, /was damaged.*is kept as.*last good copy.*may be missing/);
    assert.doesNotMatch(message, /next change/);
  });

  it('[FC.8] goes on telling it with every load and commit, also after the session was closed in between', async () => {
    truncateSync(folder.file(KEY), 100);
    const told = await write(1);
    assert.deepEqual(await write(2), told);
    for (let other = 0; other < 6; other++) await appendPlans(store, `srv:${String(other)}`, 1);
    assert.deepEqual((await loadExisting(store, KEY)).problems, told);
    assert.deepEqual((await loadExisting(store, 'srv:1')).problems, []);
    await editSessionFile(folder.file(KEY), `UPDATE step SET status = 'done' WHERE position = 0`);
    const kinds = (problems: readonly StoreProblem[]) => problems.map(({ kind }) => kind);
    const both = ['restored_last_good', 'bad_row'];
    assert.deepEqual(kinds((await loadExisting(store, KEY)).problems), both);
    const record = aRecord(KEY, { plan: aPlan(9) });
    const outcome = await store.append(KEY, 3, { record, events: [] });
    assert.deepEqual(kinds(problemsOf(outcome)), both);
    assert.deepEqual(problemsOf(outcome), (await loadExisting(store, KEY)).problems);
  });

  it('[FC.8] tells of every damaged file that is kept, once', async () => {
    const told = new Set<string | undefined>();
    for (const content of ['', '', 'broken in another way']) {
      writeFileSync(folder.file(KEY), content);
      const locations = (await write(1)).map(({ location }) => location);
      assert.equal(new Set(locations).size, locations.length);
      for (const location of locations) told.add(location);
      assert.equal(told.size, locations.length);
    }
    const kept = damaged().map((name) => join(folder.folder, name));
    assert.deepEqual([...told].sort(), kept);
    assert.equal(kept.length, 2);
  });

  it('[FC.20] keeps few damaged files beside the session, and all others in the trash, while it goes on', async () => {
    const contents = Array.from({ length: 11 }, (_, at) => `broken for the time ${String(at)}`);
    let told: readonly StoreProblem[] = [];
    for (const content of contents) {
      writeFileSync(folder.file(KEY), content);
      told = await write(1);
      assert.ok(damaged().length <= 8, damaged().join());
    }
    const kept = damaged().map((name) => join(folder.folder, name));
    assert.equal(kept.length, 8);
    const trash = join(folder.folder, 'trash');
    const trashed = readdirSync(trash, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.includes('.damaged-'))
      .map((name) => join(trash, name));
    const found = [...kept, ...trashed].map((path) => readFileSync(path, 'utf8'));
    assert.deepEqual(found.sort(), contents.sort());
    // Where somebody is sent to there is something.
    assert.deepEqual(told.map(({ location }) => location).sort(), kept);
  });

  it('[FC.8] tells where the file is kept although the switch failed and another write made up for it', async () => {
    truncateSync(folder.file(KEY), 100);
    let renames = 0;
    hooks.before = ({ name }) => {
      if (name === 'rename' && ++renames === 2) throw errno('EIO');
    };
    await rejectsWith(store.append(KEY, 1, aPlanCommit(KEY, 2)), 'store_unavailable');
    hooks.before = () => undefined;
    const aside = join(folder.folder, damaged()[0] ?? '');
    const locations = (problems: readonly StoreProblem[]) =>
      problems.map(({ location }) => location);
    assert.deepEqual(locations((await loadExisting(store, KEY)).problems), [
      folder.file(KEY),
      aside,
    ]);
    assert.deepEqual(locations(await write(1)), [aside]);
  });

  it('[FC.8] tells of a file that is gone too, to readers and with the commit', async () => {
    rmSync(folder.file(KEY));
    const loaded = await loadExisting(store, KEY);
    assert.equal(loaded.record.plan?.revision, 1);
    assert.match(String(loaded.problems[0]?.message), /it is missing/);
    assert.equal((await store.list({}, { limit: 10 })).sessions.length, 2);
    const told = await write(1);
    assert.deepEqual(
      told.map(({ kind, location }) => [kind, location]),
      [['restored_last_good', folder.file(KEY)]],
    );
    assert.match(String(told[0]?.message), /was missing.*latest change.*may be missing/);
    assert.deepEqual([(await loadExisting(store, KEY)).problems, damaged()], [told, []]);
  });

  it('[FC.8] does not say that a file is kept which was taken away before it could be', async () => {
    truncateSync(folder.file(KEY), 100);
    let opened = 0;
    hooks.before = ({ name, path }) => {
      if (name === 'open' && path === folder.file(KEY) && ++opened === 2) rmSync(path);
    };
    const [problem] = await write(1);
    assert.equal(opened, 2);
    assert.match(String(problem?.message), /was missing/);
    assert.deepEqual([damaged(), folder.log.entries], [[], []]);
  });

  it('[FC.8] forgets it with the session', async () => {
    truncateSync(folder.file(KEY), 100);
    await write(1);
    await folder.open().remove(KEY);
    assert.deepEqual(await write(0), []);
    truncateSync(folder.file(KEY), 100);
    await store.remove(KEY);
    assert.deepEqual(await write(0), []);
  });
});
