import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { errno, hookedFileSystem, type Hooks } from '../../support/hookedFileSystem';
import { appendLong, KEY } from '../../support/powerCutSession';
import { eventsUpTo } from '../../support/replayedLog';
import { SqliteFolder } from '../../support/sqliteFolder';
import { aPlanCommit, loadExisting } from '../../support/storeFixtures';

/** More events than a live file keeps. */
const EVENTS = 66;

describe('A writer that comes too late to a session that was sealed meanwhile', () => {
  let folder: SqliteFolder;
  beforeEach(() => {
    folder = new SqliteFolder();
  });
  afterEach(() => folder.dispose());

  const segments = () => readdirSync(folder.folder).filter((name) => name.includes('.seg-'));

  it('[DP.77] takes nothing away that the live file names, whatever happens to it', async () => {
    const hooks: Hooks = {};
    const [first, late] = [folder.open(), folder.open({ fileSystem: hookedFileSystem(hooks) })];
    await appendLong(first, 1, 2, EVENTS);
    // Both know a state in which events are due to leave the live file.
    await loadExisting(late, KEY);
    await appendLong(first, 3, 3, EVENTS);
    const named = segments();
    assert.equal(named.length, 2);
    const taken: string[] = [];
    hooks.before = ({ name, path }) => {
      if (name === 'unlink' && path.includes('.seg-')) taken.push(path);
      // Its disk is full, or the process ends: it never comes to write anything again.
      if (name === 'handle.writev') throw errno('ENOSPC');
    };
    await late.append(KEY, 2, aPlanCommit(KEY, 3)).catch(() => undefined);
    assert.deepEqual(
      taken.filter((path) => !path.endsWith('.tmp')),
      [],
    );
    assert.deepEqual(segments(), named);
    const reader = folder.open();
    await eventsUpTo(reader, KEY, (await loadExisting(reader, KEY)).version);
    assert.ok(await reader.recordedCall(KEY, 'call-1'));
  });
});
