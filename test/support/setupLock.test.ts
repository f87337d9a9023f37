import assert from 'node:assert/strict';
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processMark } from './workbench/processMark';
import { withSetupLock } from './workbench/setupLock';

describe('the set-up lock', () => {
  const seven = (): Promise<number> => Promise.resolve(7);
  const mustNotWait = (pid: number): void => {
    throw new Error(`waited for ${String(pid)}`);
  };
  const claim = (mark: string, token = '0123456789ab'): string => `${lock}.${mark}-${token}`;
  const claims = (): string[] => readdirSync(folder).filter((name) => name.startsWith('a.lock'));
  // Windows does not tell.
  const endings = process.platform === 'win32' ? [] : (['SIGINT', 'SIGTERM', 'SIGHUP'] as const);
  let folder: string;
  let lock: string;
  let started: ChildProcess[];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sp-lock-'));
    lock = join(folder, 'a.lock');
    started = [];
  });

  afterEach(() => {
    for (const child of started) child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  /** A process of its own that runs `code`, in which `withSetupLock`, `lock` and `fs` are known. */
  function start(code: string): ChildProcess {
    const lockModule = JSON.stringify(require.resolve('./workbench/setupLock'));
    const prelude = `const fs = require('node:fs'); const lock = ${JSON.stringify(lock)};
      const { withSetupLock } = require(${lockModule});
      const sleep = (ms) => new Promise((done) => setTimeout(done, ms));`;
    const args = ['--import', 'tsx', '-e', `${prelude}(async () => { ${code} })();`];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    started.push(child);
    return child;
  }

  const firstOutput = async (child: ChildProcess): Promise<string> => {
    assert.ok(child.stdout);
    return String((await once(child.stdout, 'data'))[0]);
  };

  const holder = async (): Promise<ChildProcess> => {
    const child = start(`await withSetupLock(lock, () => {}, async () => {
      process.stdout.write('held'); await sleep(60_000); });`);
    assert.equal(await firstOutput(child), 'held');
    return child;
  };

  it('is free again after the work, also when the work failed', async () => {
    const fail = (): Promise<never> => Promise.reject(new Error('no'));
    await assert.rejects(withSetupLock(lock, mustNotWait, fail), /no/);
    assert.deepEqual(claims(), []);
    assert.equal(await withSetupLock(lock, mustNotWait, seven), 7);
  });

  it('is held by one at a time, also when owners die and several wait', async function () {
    this.timeout(60_000);
    const log = join(folder, 'log');
    const dead = await holder();
    const at = String(Date.now() + 2500);
    const exits = [1, 2, 3, 4, 5].map(async (name) => {
      const child = start(`while (Date.now() < ${at});
        for (let turn = 0; turn < 4; turn++) {
          await withSetupLock(lock, () => {}, async () => {
            fs.appendFileSync(${JSON.stringify(log)}, '+');
            await sleep(30);
            fs.appendFileSync(${JSON.stringify(log)}, '-');
            if (turn === 2 && ${String(name)} < 3) process.kill(process.pid, 'SIGKILL');
          });
        }`);
      await once(child, 'exit');
    });
    dead.kill('SIGKILL');
    await Promise.all(exits);
    assert.equal(readFileSync(log, 'utf8'), '+-'.repeat(3 * 4 + 2 * 3));
  });

  it('is taken over from a process that died', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    writeFileSync(claim(`${String(pid)}-0`), '');
    assert.equal(await withSetupLock(lock, mustNotWait, seven), 7);
    assert.deepEqual(claims(), []);
  });

  it('is taken over from an earlier process with a pid that is in use again', async () => {
    const inUse = process.platform === 'linux' ? [process.pid, process.ppid] : [];
    for (const pid of inUse) {
      writeFileSync(claim(`${String(pid)}-1`), '');
      assert.equal(await withSetupLock(lock, mustNotWait, seven), 7);
    }
  });

  it('is not held by files that name no owner', async () => {
    for (const path of [lock, claim(''), claim('x-y'), `${lock}.${String(process.ppid)}`]) {
      writeFileSync(path, '');
    }
    assert.equal(await withSetupLock(lock, mustNotWait, seven), 7);
  });

  it('waits while its owner lives, and says for whom', async () => {
    writeFileSync(claim(processMark(process.ppid)), '');
    let waitedFor = 0;
    const onWait = (pid: number): void => {
      waitedFor = pid;
      rmSync(claim(processMark(process.ppid)));
    };
    assert.equal(await withSetupLock(lock, onWait, seven), 7);
    assert.equal(waitedFor, process.ppid);
  });

  it('lets a second caller in the same process wait', async () => {
    const order: string[] = [];
    const work = (name: string) => async (): Promise<void> => {
      order.push(`+${name}`);
      await sleep(50);
      order.push(`-${name}`);
    };
    const wait = (): void => undefined;
    await Promise.all([withSetupLock(lock, wait, work('a')), withSetupLock(lock, wait, work('b'))]);
    assert.match(order.join(''), /^\+(.)-\1\+(.)-\2$/);
  });

  it('leaves no file behind when its owner is told to end', async () => {
    for (const signal of endings) {
      const child = await holder();
      child.kill(signal);
      await once(child, 'exit');
      assert.deepEqual(claims(), [], signal);
    }
  });

  it('leaves no file behind when one who waits is told to end', async () => {
    const owner = await holder();
    const waiting = start(`await withSetupLock(lock, (pid) => {
      process.stdout.write(String(pid)); }, async () => {});`);
    assert.equal(await firstOutput(waiting), String(owner.pid));
    waiting.kill('SIGTERM');
    await once(waiting, 'exit');
    assert.equal(claims().length, 1);
  });
});
