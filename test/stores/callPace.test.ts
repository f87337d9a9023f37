import assert from 'node:assert/strict';
import fc from 'fast-check';
import { CallPace } from '../../src/stores/sqlite/nodeCallPace';

describe('The pace of calls', () => {
  const after = (...times: readonly number[]): CallPace => {
    const pace = new CallPace();
    for (const ms of times) pace.took(ms);
    return pace;
  };
  /** So many quick calls until a pace that was slow trusts them. */
  const callsUntilQuick = (pace: CallPace): number => {
    for (let calls = 1; ; calls++) {
      pace.took(0.5);
      if (pace.isQuick) return calls;
    }
  };

  it('is quick until a call is slow', () => {
    assert.equal(after().isQuick, true);
    assert.equal(after(...new Array<number>(1_000).fill(1.9)).isQuick, true);
    assert.equal(after(0.2, 43).isQuick, false);
  });

  it('forgives what other programs interrupt now and then, and not what is slow again and again', () => {
    const interrupted = Array.from({ length: 100 }, (_, at) => (at % 10 === 0 ? 18 : 0.2));
    assert.equal(after(...interrupted).isQuick, true);
    assert.equal(after(20, 20, 20).isQuick, false);
    assert.equal(after(...new Array<number>(50).fill(3)).isQuick, false);
  });

  it('is quick again after many quick calls in a row, twice as many every time', () => {
    const pace = after(100);
    assert.equal(callsUntilQuick(pace), 32);
    pace.took(100);
    for (let calls = 0; calls < 63; calls++) pace.took(1);
    pace.took(3);
    assert.equal(callsUntilQuick(pace), 64);
    let needed = 64;
    for (let times = 0; times < 10; times++) {
      pace.took(100);
      needed = callsUntilQuick(pace);
    }
    assert.equal(needed, 4_096);
  });

  it('keeps nobody waiting for long, whatever the disk does', () => {
    const disk = fc.array(fc.double({ min: 0, max: 50, noNaN: true }), { maxLength: 400 });
    fc.assert(
      fc.property(disk, (times) => {
        const pace = new CallPace();
        let waited = 0;
        for (const ms of times) {
          if (pace.isQuick) waited += ms;
          pace.took(ms);
        }
        // Two usual milliseconds for each call, and a slow one each time that the pace was trusted in vain.
        assert.ok(waited <= 2 * times.length + (40 + 50) * (1 + times.length / 33));
      }),
    );
  });
});
