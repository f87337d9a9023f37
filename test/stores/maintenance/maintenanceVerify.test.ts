import assert from 'node:assert/strict';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { VerifiedSession } from '../../../src/service/storeMaintenance';
import { assertTranslatable } from '../../support/assertTranslatable';
import { editSessionFile } from '../../support/editSessionFile';
import { errno, hookedFileSystem, type Hooks } from '../../support/hookedFileSystem';
import { appendMany } from '../../support/grownSession';
import { MaintainedFolder } from '../../support/maintainedFolder';
import { rejectsWith } from '../../support/storeFixtures';

const KEY = 'vscode-chat-session://local/one';

describe('Verifying a store', () => {
  let folder: MaintainedFolder;
  beforeEach(() => {
    folder = new MaintainedFolder();
  });
  afterEach(() => folder.dispose());

  async function verified(session?: string) {
    const sessions: VerifiedSession[] = [];
    const onSession = (found: VerifiedSession) => sessions.push(found);
    const summary = await folder.maintenance.verify({ onSession, ...(session && { session }) });
    for (const { problems } of sessions) problems.forEach(assertTranslatable);
    return { summary, sessions };
  }

  async function problemsAfter(edit: () => void | Promise<void>): Promise<string> {
    await appendMany(folder.open(), KEY, 3);
    await edit();
    const before = folder.picture();
    const { summary, sessions } = await verified(KEY);
    assert.deepEqual([summary.sessions, summary.damaged, sessions[0]?.health], [1, 1, 'damaged']);
    assert.deepEqual(folder.picture(), before, 'verifying wrote something');
    return sessions[0]?.problems.join('\n') ?? '';
  }

  it('finds sessions whole, with their names and places, in an empty folder none', async () => {
    assert.deepEqual((await verified()).summary, {
      ...{ sessions: 0, damaged: 0, newer: 0, cancelled: false },
    });
    await appendMany(folder.open(), KEY, 3);
    await appendMany(folder.open(), 'srv:long', 150);
    assert.ok(
      folder.names().some((name) => name.includes('.seg-')),
      'nothing was sealed',
    );
    const before = folder.picture();
    const { summary, sessions } = await verified();
    assert.deepEqual(summary, { sessions: 2, damaged: 0, newer: 0, cancelled: false });
    const found = sessions.find(({ session }) => session === KEY);
    assert.deepEqual(found, {
      ...{ session: KEY, title: `Title of ${KEY}`, location: folder.file(KEY) },
      ...{ health: 'ok', problems: [] },
    });
    assert.deepEqual(folder.picture(), before);
    assert.equal((await verified('srv:unknown')).summary.sessions, 0);
  });

  it('finds each flipped bit of the live file, of its copy and of a sealed part', async () => {
    await appendMany(folder.open(), KEY, 150);
    const files = folder.names();
    const parts = files.filter((name) => !name.endsWith('.ids'));
    assert.ok(parts.length >= 3, files.join());
    for (const name of parts) {
      const path = join(folder.folder, name);
      const whole = readFileSync(path);
      for (const place of [200, whole.length >> 1, whole.length - 60]) {
        const damaged = Buffer.from(whole);
        damaged[place] = (damaged[place] ?? 0) ^ 1;
        writeFileSync(path, damaged);
        const { summary } = await verified();
        assert.equal(summary.damaged, 1, `${name} at ${String(place)}`);
      }
      writeFileSync(path, whole);
    }
    assert.equal((await verified()).summary.damaged, 0);
  });

  it('finds a missing live file, one of another application, and an empty one', async () => {
    const missing = () => {
      rmSync(folder.file(KEY));
    };
    assert.match(await problemsAfter(missing), /live file is missing/);
    const empty = () => {
      writeFileSync(folder.file(KEY), '');
    };
    assert.match(await problemsAfter(empty), /live file cannot be used: it is empty/);
    const foreign = () => editSessionFile(folder.file(KEY), 'PRAGMA application_id = 7');
    assert.match(await problemsAfter(foreign), /another application/);
  });

  const EDITS: readonly [string, string, RegExp][] = [
    [
      'an event that cannot be read',
      `UPDATE event SET data = '{' WHERE sequence = 2`,
      /1 event row cannot.*\n.*: 2\./,
    ],
    [
      'a hole in the log',
      'DELETE FROM event WHERE sequence = 2',
      /Events that cannot be read: 2\./,
    ],
    [
      'an event beyond the last one',
      `INSERT INTO event SELECT 9, type, data, turn_id, call_id, at FROM event WHERE sequence = 1`,
      /1 event row of no place/,
    ],
    [
      'a plan that no event wrote',
      `UPDATE step SET description = 'Other' WHERE position = 0`,
      /replay.*another plan/,
    ],
    ['a revision that no event wrote', 'UPDATE session SET revision = 9', /replay.*another plan/],
    [
      'a turn that no event began',
      `UPDATE session SET details = json_set(details, '$.turn', json('{"turn_id":"t","owner":"o","process_id":1,"host":"h","lease":"l"}'))`,
      /another running turn/,
    ],
    [
      'a step that cannot be read',
      `UPDATE step SET status = 'done' WHERE position = 0`,
      /Step 1.*not as it was stored/,
    ],
    ['two steps of one id', `UPDATE step SET id = 'one'`, /its id "one" is taken/],
    [
      'a recorded answer that cannot be read',
      `UPDATE call SET result = '[]' WHERE call_id = 'call-2'`,
      /1 recorded answer cannot/,
    ],
    [
      'a removed step without a revision',
      `UPDATE step_removed SET revision = -1 WHERE id = 'gone-in-2'`,
      /1 removed step without/,
    ],
    [
      'a record that makes no sense',
      `UPDATE session SET details = '{}'`,
      /tables do not hold this session/,
    ],
    [
      'a key of another session',
      `UPDATE session SET key = 'srv:other'`,
      /tables do not hold this session/,
    ],
  ];
  for (const [what, sql, expected] of EDITS) {
    it(`finds ${what} behind a right checksum`, async () => {
      assert.match(await problemsAfter(() => editSessionFile(folder.file(KEY), sql)), expected);
    });
  }

  it('looks at every session, whatever is wrong with one of them', async () => {
    for (const key of ['srv:a', 'srv:b', 'srv:c']) await appendMany(folder.open(), key, 2);
    for (const path of [folder.file('srv:b'), folder.lastGood('srv:b')]) writeFileSync(path, 'x');
    const { summary, sessions } = await verified();
    assert.deepEqual([summary.sessions, summary.damaged], [3, 1]);
    const bad = sessions.find(({ health }) => health === 'damaged');
    assert.deepEqual([bad?.session, bad?.location], [undefined, folder.file('srv:b')]);
    assert.ok(bad && bad.problems.length >= 2);
  });

  it('does not call damaged what a newer version wrote', async () => {
    await appendMany(folder.open(), KEY, 2);
    await editSessionFile(folder.file(KEY), 'PRAGMA user_version = 99');
    const { summary, sessions } = await verified();
    assert.deepEqual(summary, { sessions: 1, damaged: 0, newer: 1, cancelled: false });
    assert.match(sessions[0]?.problems.join() ?? '', /newer version/);
  });

  it('ends between two sessions when it is cancelled, and tells the progress', async () => {
    for (const key of ['srv:a', 'srv:b', 'srv:c']) await appendMany(folder.open(), key, 1);
    const signal = { cancelled: false };
    const totals: number[] = [];
    const summary = await folder.maintenance.verify({
      signal,
      onSession: (_found, total) => {
        totals.push(total);
        signal.cancelled = totals.length === 2;
      },
    });
    assert.deepEqual(totals, [3, 3]);
    assert.deepEqual([summary.sessions, summary.cancelled], [2, true]);
  });

  it('finds nothing wrong beside a writer that never rests', async () => {
    const writer = folder.open();
    await appendMany(writer, KEY, 60);
    const rest = { now: false };
    const writes = (async () => {
      for (let revision = 61; !rest.now; revision++) await appendMany(writer, KEY, revision);
    })();
    for (let look = 0; look < 12; look++) {
      const { sessions } = await verified();
      assert.deepEqual(
        sessions.flatMap(({ problems }) => problems),
        [],
      );
    }
    rest.now = true;
    await writes;
  });

  it('asks nothing of the disk but to read', async () => {
    await appendMany(folder.open(), KEY, 150);
    const hooks: Hooks = {
      before: ({ name }) => {
        assert.match(name, /^(open|stat|readdir|handle\.(stat|readFile|close))$/);
      },
    };
    const { maintenance } = folder.openBoth({ fileSystem: hookedFileSystem(hooks) });
    assert.equal((await maintenance.verify()).damaged, 0);
    assert.equal((await maintenance.inspect(KEY))?.health, 'ok');
    assert.equal((await maintenance.export(KEY))?.missing.length, 0);
    assert.equal((await maintenance.offerCopy(KEY)).copy.revision, 149);
    assert.deepEqual(await maintenance.trashed(), []);
  });

  it('calls nothing damaged when SQLite cannot be had', async () => {
    await appendMany(folder.open(), KEY, 1);
    const { createSqliteMaintenance } =
      await import('../../../src/stores/sqlite/maintenance/maintenance');
    const { createNodeSessionFiles } = await import('../../../src/stores/sqlite/nodeSessionFiles');
    const { sqlEngine } = await import('../../../src/stores/sqlite/sqlEngine');
    const maintenance = createSqliteMaintenance({
      store: folder.open(),
      files: createNodeSessionFiles(folder.folder),
      more: undefined as never,
      keepRevisions: () => 0,
      sqlJs: sqlEngine(() => Promise.reject(new Error('no file'))),
      log: folder.log,
    });
    await rejectsWith(maintenance.verify(), 'store_unavailable');
  });

  it('reports a session that the disk does not give, and goes on', async () => {
    for (const key of [KEY, 'srv:a']) await appendMany(folder.open(), key, 1);
    const before: Hooks['before'] = ({ name, path }) => {
      if (name === 'open' && path === folder.file(KEY)) throw errno('EIO');
    };
    const { maintenance } = folder.openBoth({ fileSystem: hookedFileSystem({ before }) });
    const sessions: VerifiedSession[] = [];
    const { damaged } = await maintenance.verify({ onSession: (found) => sessions.push(found) });
    assert.deepEqual([sessions.length, damaged], [2, 1]);
    const bad = sessions.find(({ health }) => health === 'damaged');
    const says = 'The session could not be read: the disk reported an error.';
    assert.equal(String(bad?.problems), says);
  });
});
