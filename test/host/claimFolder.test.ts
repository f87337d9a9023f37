import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClaimFolder } from '../../src/host/claimFolder';
import { fakeClock } from '../support/fakeClock';
import { fakeLog } from '../support/fakeLog';

const DAY = 24 * 60 * 60_000;

describe('claims of things that are done once', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'session-plans-claims-'))));
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  const open = (path = join(folder, 'claims'), clock = fakeClock(Date.now())) => {
    const log = fakeLog();
    return { log, claims: new ClaimFolder(path, { clock, log }) };
  };

  it('are given to one of many who ask at once, and to nobody after it', async () => {
    const all = Array.from({ length: 20 }, () => open().claims);
    for (const name of ['one', 'two']) {
      const given = await Promise.all(all.map((claims) => claims.claim(name)));
      assert.equal(given.filter(Boolean).length, 1);
      assert.equal(await open().claims.claim(name), false);
    }
  });

  it('are forgotten after a day, so that the folder stays small', async () => {
    await open().claims.claim('old');
    const old = join(folder, 'claims', 'old');
    utimesSync(old, new Date(), new Date(Date.now() - DAY - 60_000));
    await open().claims.claim('new');
    assert.deepEqual(readdirSync(join(folder, 'claims')), ['new']);
  });

  it('where none can be kept the thing is done all the same, and the log says why', async () => {
    const blocked = join(folder, 'file');
    writeFileSync(blocked, '');
    const { claims, log } = open(blocked);
    assert.equal(await claims.claim('one'), true);
    assert.match(log.entries[0]?.message ?? '', /^Nothing can be claimed in /);
  });
});
