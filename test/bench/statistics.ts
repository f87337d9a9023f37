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
