import assert from 'node:assert/strict';
import { linkSync, rmSync, symlinkSync } from 'node:fs';
import { basename } from 'node:path';
import { createNodeSessionFiles } from '../../../src/stores/sqlite/nodeSessionFiles';
import { SqliteFolder } from '../../support/sqliteFolder';
import { appendPlans } from '../../support/storeFixtures';

describe('The folder of the sqlite store', () => {
  let folder: SqliteFolder;

  beforeEach(() => {
    folder = new SqliteFolder();
  });

  afterEach(() => folder.dispose());

  it('[FC.10] is listed also when one entry of it cannot even be looked at', async () => {
    await appendPlans(folder.open(), 'sound', 1);
    const loop = folder.file('loop');
    symlinkSync(basename(loop), loop);
    const { sessions, unreadable } = await folder.open().list({}, { limit: 10 });
    assert.deepEqual(
      sessions.map(({ key }) => key),
      ['sound'],
    );
    assert.deepEqual(
      unreadable.map(({ location }) => location),
      [loop],
    );
  });

  it('keeps no temporary file when another process made the same last good copy first', async () => {
    await appendPlans(folder.open(), 'K', 1, 2);
    const files = createNodeSessionFiles(folder.folder);
    const name = basename(folder.file('K'), '.sqlite');
    await files.replace(name, () => Promise.resolve([new Uint8Array(10)]), {
      keepPrevious: true,
      beforeSwitch: () => {
        rmSync(files.location(name, 'lastGood'));
        linkSync(files.location(name, 'live'), files.location(name, 'lastGood'));
        return Promise.resolve();
      },
    });
    assert.deepEqual(
      folder.names().filter((file) => file.endsWith('.tmp')),
      [],
    );
  });
});
