export function percentile(values: readonly number[], share: number): number {
  if (values.length === 0) throw new Error('There is nothing to take a percentile of.');
  const sorted = [...values].sort((a, b) => a - b);
  const place = Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1);
  return sorted[Math.max(0, place)] as number;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** Ratios of values measured in turn: each pair saw the same load of the machine. */
export function pairwiseRatios(values: readonly number[], floors: readonly number[]): number[] {
  return values.map((value, index) => value / (floors[index] as number));
}

const WARM_UP = 150;
const ROUNDS = 31;
/** A round lasts at least this long, so that the clock's own steps do not count. */
const ROUND = 2;

/**
 * Milliseconds of one call: the median of rounds, each the mean of a batch, once the code is warm.
 * A call that takes longer than a round is timed alone.
 */
export function timeOfCall(call: () => unknown): number {
  const begin = performance.now();
  let calls = 0;
  do call();
  while (++calls < 3 || performance.now() - begin < WARM_UP);
  const batch = Math.max(1, Math.round((ROUND * calls) / (performance.now() - begin)));
  const times = Array.from({ length: ROUNDS }, () => {
    const started = performance.now();
    for (let left = batch; left > 0; left--) call();
    return (performance.now() - started) / batch;
  });
  return median(times);
}
