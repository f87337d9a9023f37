import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withSetupLock } from './workbench/setupLock';

describe('the set-up lock', () => {
  let folder: string;
  const silent = (): void => undefined;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sp-lock-'));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('is free again after the work, also when the work failed', async () => {
    const lock = join(folder, 'a.lock');
    await assert.rejects(
      withSetupLock(lock, silent, () => Promise.reject(new Error('no'))),
      /no/,
    );
    assert.equal(existsSync(lock), false);
    assert.equal(await withSetupLock(lock, silent, () => Promise.resolve(7)), 7);
  });

  it('is taken over from a process that died', async () => {
    const lock = join(folder, 'a.lock');
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    writeFileSync(lock, String(pid));
    assert.equal(await withSetupLock(lock, silent, () => Promise.resolve(7)), 7);
  });

  it('waits while its owner lives, and says for whom', async () => {
    const lock = join(folder, 'a.lock');
    writeFileSync(lock, String(process.ppid));
    let waitedFor = 0;
    const onWait = (pid: number): void => {
      waitedFor = pid;
      rmSync(lock);
    };
    assert.equal(await withSetupLock(lock, onWait, () => Promise.resolve(7)), 7);
    assert.equal(waitedFor, process.ppid);
  });
});
