import type { MaintenanceSurroundings } from './maintenance';
import { isLarge, SealedHistory, SEALING_LIMITS, type Segment } from './sealing';
import { joinedRows, type SealedRows } from './segmentDatabase';
import { SegmentFiles } from './segmentFiles';
import { SegmentIndexes } from './segmentIndexes';
import { SqlConnection, type RawRow } from './sqlConnection';

interface ReadSegment {
  readonly segment: Segment;
  readonly rows: SealedRows;
}

/**
 * Writes small segments that follow each other as few large ones, and resolves to a live image that names
 * these instead; undefined when there is nothing to put together. What cannot be read stays by itself.
 */
export async function mergeSegments(
  { files, sqlJs, log }: MaintenanceSurroundings,
  name: string,
  image: Uint8Array,
): Promise<Uint8Array | undefined> {
  const segments = new SegmentFiles(files, sqlJs, log);
  const indexes = new SegmentIndexes(files, segments);
  const sql = new SqlConnection(new (await sqlJs()).Database(image));
  try {
    const history = new SealedHistory(sql, () => undefined);
    const runs = await smallRuns(segments, name, history.segments);
    if (runs.length === 0) return undefined;
    const index = await indexes.of(name, { history });
    for (const run of runs) {
      const rows = joinedRows(run.map((read) => read.rows));
      const small = run.map(({ segment }) => segment);
      const [first, last] = [small[0]?.first ?? 0, small.at(-1)?.last ?? 0];
      const merged = await segments.write(name, rows, { first, last });
      const ids = await segments.use(name, merged, (sealed) => {
        if (contentOf(sealed.rows()) === contentOf(rows)) return sealed.ids();
        return undefined;
      });
      if (!ids) throw new Error(`The part ${merged.part} did not come back as it was written.`);
      index.add(merged.part, ids);
      history.merged(small, merged);
    }
    await indexes.write(name, index, { history });
    return sql.export();
  } finally {
    sql.close();
  }
}

/** Neighbours of which each is small, and all together hardly large. */
async function smallRuns(
  files: SegmentFiles,
  name: string,
  segments: readonly Segment[],
): Promise<ReadSegment[][]> {
  const runs: ReadSegment[][] = [];
  let run: ReadSegment[] = [];
  const end = () => {
    if (run.length > 1) runs.push(run);
    run = [];
  };
  for (const segment of segments) {
    if (isLarge(segment, SEALING_LIMITS)) {
      end();
      continue;
    }
    const before = run.at(-1)?.segment;
    if (before && before.last + 1 !== segment.first) end();
    const rows = await files.use(name, segment, (sealed) => sealed.rows());
    if (rows) run.push({ segment, rows });
    if (!rows || isLarge(togetherOf(run), SEALING_LIMITS)) end();
  }
  end();
  return runs;
}

function togetherOf(run: readonly ReadSegment[]): Pick<Segment, 'first' | 'last' | 'bytes'> {
  const segments = run.map(({ segment }) => segment);
  const bytes = segments.reduce((sum, segment) => sum + segment.bytes, 0);
  return { first: segments[0]?.first ?? 0, last: segments.at(-1)?.last ?? 0, bytes };
}

/** As text, whatever the order; of rows with the same key the last one counts. */
function contentOf({ events, calls, removedSteps }: SealedRows): string {
  const rowsBy = (rows: readonly RawRow[], key: string) => {
    const texts = rows.map((row) => [JSON.stringify(row[key]), JSON.stringify(row)] as const);
    return [...new Map(texts)].sort(([a], [b]) => (a < b ? -1 : 1));
  };
  return JSON.stringify([
    rowsBy(events, 'sequence'),
    rowsBy(calls, 'call_id'),
    rowsBy(removedSteps, 'id'),
  ]);
}
