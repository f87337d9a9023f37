import { revisionOf } from '../../../domain/plan';
import type { MaintenanceSurroundings } from './maintenance';
import {
  isLarge,
  isRetired,
  RETIRED_FIRST,
  SEALING_LIMITS,
  type Segment,
} from '../segments/sealing';
import { joinedRows, type SealedRows } from '../segments/segmentDatabase';
import { SegmentFiles } from '../segments/segmentFiles';
import { SegmentIndexes } from '../segments/segmentIndexes';
import { SessionDatabase } from '../sessionDatabase';
import type { RawRow } from '../sqlConnection';

interface ReadSegment {
  readonly segment: Segment;
  readonly rows: SealedRows;
}

/**
 * Writes small segments that follow each other as few large ones, drops the events of revisions beyond the
 * bound (0: none), and resolves to a live image that names what was written instead; undefined when there
 * is nothing to do. What cannot be read stays by itself.
 */
export async function mergeSegments(
  { files, sqlJs, log }: MaintenanceSurroundings,
  name: string,
  image: Uint8Array,
  keepRevisions: number,
): Promise<Uint8Array | undefined> {
  const segments = new SegmentFiles(files, sqlJs, log);
  const indexes = new SegmentIndexes(files, segments);
  const database = SessionDatabase.open(await sqlJs(), image);
  try {
    const { history } = database;
    const oldest = oldestKept(database, keepRevisions);
    const retired = await retiredRun(segments, name, history.segments, oldest);
    const others = history.segments.slice(retired.length);
    const runs = await smallRuns(segments, name, others);
    if (retired.length + runs.length === 0) return undefined;
    const index = await indexes.of(name, database);
    for (const run of [retired, ...runs].filter(({ length }) => length > 0)) {
      const joined = joinedRows(run.map((read) => read.rows));
      const rows = run === retired ? { ...joined, events: [] } : joined;
      const old = run.map(({ segment }) => segment);
      const first = run === retired ? RETIRED_FIRST : (old[0]?.first ?? 0);
      const merged = await segments.write(name, rows, { first, last: old.at(-1)?.last ?? 0 });
      const ids = await segments.use(name, merged, (sealed) => {
        if (contentOf(sealed.rows()) === contentOf(rows)) return sealed.ids();
        return undefined;
      });
      if (!ids) throw new Error(`The part ${merged.part} did not come back as it was written.`);
      index.add(merged.part, ids);
      history.merged(old, merged);
    }
    await indexes.write(name, index, database);
    return database.export();
  } finally {
    database.close();
  }
}

/** The revision from which on all events are kept, by a bound of which 0 is none. */
function oldestKept(database: SessionDatabase, keepRevisions: number): number {
  if (keepRevisions === 0) return 0;
  const { plan, approved = Infinity } = database.read().record;
  // What a person approved is shown as long as it is what was approved last.
  return Math.min(revisionOf(plan) - keepRevisions + 1, approved);
}

/**
 * The oldest segments up to the last one of a revision before this one; none where that says nothing new. One
 * without revisions may belong to what follows it.
 */
async function retiredRun(
  files: SegmentFiles,
  name: string,
  segments: readonly Segment[],
  oldest: number,
): Promise<ReadSegment[]> {
  const run: ReadSegment[] = [];
  let old = 0;
  for (const segment of segments) {
    const { first, last } = segment;
    const before = run.at(-1)?.segment.last ?? 0;
    if (!isRetired(segment) && first !== before + 1) break;
    const read = await files.use(name, segment, (sealed) => ({
      events: sealed.events(0, last),
      rows: sealed.rows(),
    }));
    if (!read) break;
    const { events, rows } = read;
    const isWhole = isRetired(segment) || events.length === last - first + 1;
    const revisions = events.flatMap(({ type, data }) =>
      type === 'plan_updated' ? [data.plan.revision] : [],
    );
    if (!isWhole || revisions.some((revision) => revision >= oldest)) break;
    run.push({ segment, rows });
    if (revisions.length > 0 || isRetired(segment)) old = run.length;
  }
  const retired = run.slice(0, old);
  return retired.every(({ segment }) => isRetired(segment)) ? [] : retired;
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
