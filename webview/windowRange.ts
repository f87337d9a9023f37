/** Rows drawn above and below the visible ones, so that a quick scroll meets no gap. */
const OVERSCAN = 8;

/** The rows of a long list that have to be drawn: from `start` to before `end`. */
export function windowRange(
  scrollTop: number,
  viewport: number,
  rowHeight: number,
  count: number,
  overscan = OVERSCAN,
): { start: number; end: number } {
  const first = Math.floor(scrollTop / rowHeight) - overscan;
  const last = Math.ceil((scrollTop + viewport) / rowHeight) + overscan;
  return { start: Math.max(0, Math.min(first, count)), end: Math.min(Math.max(last, 0), count) };
}
