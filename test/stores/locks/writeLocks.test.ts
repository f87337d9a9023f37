import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { NEVER_CANCELLED } from '../../../src/service/ports';
import type { SessionFiles } from '../../../src/stores/sqlite/sessionFiles';
import { WriteLocks } from '../../../src/stores/sqlite/locks/writeLocks';
import { fakeLog } from '../../support/fakeLog';

/** Longer than a lock is kept. */
const LATER_MS = 150;

describe('The locks that a store keeps', () => {
  const said: string[] = [];
  let isHeld: () => Promise<boolean>;
  let release: () => Promise<void>;
  let log: ReturnType<typeof fakeLog>;
  let locks: WriteLocks;
  beforeEach(() => {
    said.length = 0;
    isHeld = () => Promise.resolve(true);
    release = () => Promise.resolve();
    log = fakeLog();
    const files: Pick<SessionFiles, 'lock' | 'close'> = {
      lock: (name) => {
        said.push(`lock ${name}`);
        const released = () => (said.push(`release ${name}`), release());
        return Promise.resolve({ isHeld: () => isHeld(), release: released });
      },
      close: () => (said.push('close'), Promise.resolve()),
    };
    locks = new WriteLocks(files as SessionFiles, log);
  });

  afterEach(() => locks.close());

  function write(result: 'done' | 'conflict', name = 'one'): Promise<string> {
    return locks.with(
      name,
      NEVER_CANCELLED,
      () => (said.push(result), Promise.resolve(result)),
      (found) => found === 'conflict',
    );
  }

  it('are let go after a write, whatever becomes of it', async () => {
    await write('done');
    await assert.rejects(locks.with('two', NEVER_CANCELLED, () => Promise.reject(new Error('no'))));
    assert.deepEqual(said, ['lock one', 'done', 'release one', 'lock two', 'release two']);
  });

  it('stay with a writer that was late, which decides again before anybody else can', async () => {
    await write('conflict');
    await write('conflict');
    await write('done');
    assert.deepEqual(said, ['lock one', 'conflict', 'conflict', 'done', 'release one']);
  });

  it('do not stay for long when it does not come back', async () => {
    await write('conflict');
    await write('conflict', 'two');
    assert.equal(said.filter((line) => line.startsWith('release')).length, 0);
    await wait(LATER_MS);
    assert.deepEqual(said.slice(-2).sort(), ['release one', 'release two']);
    await write('done');
    assert.deepEqual(said.slice(-3), ['lock one', 'done', 'release one']);
  });

  it('are asked for again when they are on their way out, or were lost', async () => {
    let letGo: () => void = () => undefined;
    release = () => new Promise((resolve) => (letGo = resolve));
    await write('conflict');
    await wait(LATER_MS);
    const next = write('done');
    await wait(10);
    assert.deepEqual(said, ['lock one', 'conflict', 'release one']);
    release = () => Promise.resolve();
    letGo();
    await next;
    await write('conflict');
    said.length = 0;
    const lost = [() => Promise.resolve(false), () => Promise.reject(new Error('EIO'))];
    for (isHeld of lost) {
      await write('conflict');
    }
    const again = ['release one', 'lock one', 'conflict'];
    assert.deepEqual(said, [...again, ...again]);
  });

  it('do not take back what was written when they cannot be let go', async () => {
    release = () => Promise.reject(new Error('EIO'));
    assert.equal(await write('done'), 'done');
    assert.deepEqual(
      log.entries.map(({ level }) => level),
      ['error'],
    );
    assert.equal(await write('done'), 'done');
  });

  it('are all let go before their files are closed', async () => {
    await write('conflict');
    await write('conflict', 'two');
    await locks.close();
    assert.deepEqual(said.slice(-3), ['release one', 'release two', 'close']);
    await wait(LATER_MS);
    assert.equal(said.at(-1), 'close');
  });
});
