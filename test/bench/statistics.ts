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

/** Milliseconds of one call. */
export interface CallTime {
  readonly wall: number;
  /** Of the processor: what a busy machine does not make longer. */
  readonly cpu: number;
}

/**
 * The median of rounds, each the mean of a batch, once the code is warm. A call that takes longer than
 * a round is timed alone.
 */
export function timeOfCall(call: () => unknown): CallTime {
  const begin = performance.now();
  let calls = 0;
  do call();
  while (++calls < 3 || performance.now() - begin < WARM_UP);
  const batch = Math.max(1, Math.round((ROUND * calls) / (performance.now() - begin)));
  const rounds = Array.from({ length: ROUNDS }, (): CallTime => {
    const [started, worked] = [performance.now(), processorTime()];
    for (let left = batch; left > 0; left--) call();
    const [wall, cpu] = [performance.now() - started, processorTime() - worked];
    return { wall: wall / batch, cpu: cpu / batch };
  });
  return medianTime(rounds);
}

export function medianTime(times: readonly CallTime[]): CallTime {
  return { wall: median(times.map(({ wall }) => wall)), cpu: median(times.map(({ cpu }) => cpu)) };
}

/** What this process has used so far, in milliseconds. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
