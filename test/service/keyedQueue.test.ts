import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import fc from 'fast-check';
import { KeyedQueue } from '../../src/service/keyedQueue';

describe('queue per key', () => {
  it('runs the jobs of a key one at a time and in the order given, failing or not', async () => {
    const job = fc.record({
      key: fc.constantFrom('a', 'b', 'c'),
      ticks: fc.nat({ max: 3 }),
      fails: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(job, { maxLength: 20 }), async (jobs) => {
        const queue = new KeyedQueue();
        const running = new Map<string, number>();
        const ended = new Map<string, number[]>();
        const results = jobs.map(({ key, ticks, fails }, index) =>
          queue.run(key, async () => {
            assert.equal(running.get(key), undefined);
            running.set(key, index);
            for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
            running.delete(key);
            ended.set(key, [...(ended.get(key) ?? []), index]);
            if (fails) throw new Error(`job ${index}`);
            return index;
          }),
        );
        const settled = await Promise.allSettled(results);
        for (const [index, outcome] of settled.entries()) {
          assert.equal(outcome.status, jobs[index]?.fails ? 'rejected' : 'fulfilled');
        }
        for (const order of ended.values())
          assert.deepEqual(
            order,
            order.toSorted((a, b) => a - b),
          );
      }),
    );
  });

  it('does not let one key wait for another', async () => {
    const queue = new KeyedQueue();
    const never = queue.run('slow', () => delay(50, 'slow'));
    assert.equal(
      await Promise.race([never, queue.run('quick', () => Promise.resolve('quick'))]),
      'quick',
    );
    await never;
  });

  it('is idle when all jobs given so far have ended, also the failed ones', async () => {
    const queue = new KeyedQueue();
    await queue.idle();
    let ended = 0;
    const failing = queue.run('a', async () => {
      await delay(5);
      ended++;
      throw new Error('failed');
    });
    const other = queue.run('b', async () => {
      await delay(10);
      ended++;
    });
    const rejected = assert.rejects(failing, /failed/);
    await queue.idle();
    assert.equal(ended, 2);
    await Promise.all([rejected, other]);
  });
});
