import assert from 'node:assert/strict';
import fc from 'fast-check';
import { COALESCE, Pace } from '../../src/editor/pace';

/** A pace in a time of its own; the times at which it ran. */
function openPace() {
  let now = 0;
  const timers = new Map<() => void, number>();
  const runs: number[] = [];
  const pace = new Pace(
    (milliseconds, callback) => {
      timers.set(callback, now + milliseconds);
      return () => timers.delete(callback);
    },
    () => runs.push(now),
  );
  const pass = (milliseconds: number): void => {
    for (const end = now + milliseconds; now < end; now += 1) {
      for (const [callback, at] of timers) {
        if (at > now) continue;
        timers.delete(callback);
        callback();
      }
    }
  };
  return { pace, runs, pass, timers, now: () => now };
}

describe('the pace of messages', () => {
  it('[FC.34] makes at most six of 50 changes in 100 ms, the first at once', () => {
    const { pace, runs, pass, now } = openPace();
    for (let change = 0; change < 50; change += 1) {
      pace.ask();
      pass(2);
    }
    pass(1_000);
    assert.equal(now(), 1_100);
    assert.ok(runs.length <= 6, String(runs.length));
    assert.equal(runs[0], 0);
  });

  it('runs after everything that was asked, soon, and never twice within its time', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(90), { maxLength: 40 }), (waits) => {
        const { pace, runs, pass, now, timers } = openPace();
        const asked: number[] = [];
        for (const wait of waits) {
          asked.push(now());
          pace.ask();
          pass(wait);
        }
        pass(2 * COALESCE + 1);
        for (const time of asked)
          assert.ok(
            runs.some((run) => run >= time && run <= time + COALESCE),
            `${String(time)}: ${runs.join()}`,
          );
        for (const [index, run] of runs.entries())
          assert.ok(index === 0 || run - (runs[index - 1] ?? 0) >= COALESCE, runs.join());
        assert.ok(runs.length <= asked.length);
        assert.equal(timers.size, 0);
      }),
    );
  });

  it('forgets what was asked when it is stopped', () => {
    const { pace, runs, pass, timers } = openPace();
    pace.ask();
    pace.ask();
    pace.stop();
    pass(100);
    assert.deepEqual([runs.length, timers.size], [1, 0]);
    pace.ask();
    assert.equal(runs.length, 2);
  });
});
