import type { Clock } from '../../src/service/ports';

export interface FakeClock extends Clock {
  advance(milliseconds: number): void;
}

/** Stands still at a known moment until it is moved. */
export function fakeClock(start = Date.UTC(2026, 0, 2, 3, 4, 5)): FakeClock {
  let now = start;
  return {
    now: () => now,
    advance: (milliseconds) => {
      now += milliseconds;
    },
  };
}
