import assert from 'node:assert/strict';
import { sweepTrashHourly } from '../../src/host/trashSweeper';
import type { StoreMaintenance } from '../../src/service/storeMaintenance';
import { fakeClock } from '../support/fakeClock';
import { fakeLog } from '../support/fakeLog';

const HOUR = 60 * 60_000;

describe('the hourly look at the trash', () => {
  const real = globalThis.setInterval;
  let tick: () => void;
  let every: number | undefined;
  beforeEach(() => {
    globalThis.setInterval = ((run: () => void, ms: number) => {
      [tick, every] = [run, ms];
      return real(() => undefined, HOUR);
    }) as typeof setInterval;
  });
  afterEach(() => {
    globalThis.setInterval = real;
  });

  async function sweptWith(maintenance: () => Promise<StoreMaintenance | undefined>) {
    const log = fakeLog();
    const sweeper = sweepTrashHourly(maintenance, { clock: fakeClock(1234), log });
    assert.equal(log.entries.length, 0, 'it begins with a sweep');
    tick();
    await new Promise(setImmediate);
    sweeper.dispose();
    return log.entries.map((entry) => `${entry.level}: ${entry.message}`);
  }

  it('begins an hour after the start, tells what is gone, and opens no store for it', async () => {
    const times: number[] = [];
    const sweepTrash = (now: number) => Promise.resolve(times.push(now) + 1);
    const store = { sweepTrash } as unknown as StoreMaintenance;
    const logged = await sweptWith(() => Promise.resolve(store));
    assert.deepEqual([every, times], [HOUR, [1234]]);
    assert.match(logged.join(), /^info: 2 plans.*gone for good/);
    assert.deepEqual(await sweptWith(() => Promise.resolve(undefined)), []);
  });

  it('lets a failure wait for the next hour', async () => {
    const logged = await sweptWith(() => Promise.reject(new Error('no disk')));
    assert.match(logged.join(), /^warn: .*no disk/);
  });
});
