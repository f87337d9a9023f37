import { fromEventRow } from './eventRows';
import type { SqlConnection } from './sqlConnection';
import { SCHEMA_VERSION, SQL } from './sqliteSchema';

/** The steps of a plan at one of its revisions. */
interface PlanIds {
  readonly revision: number;
  readonly ids: readonly string[];
}

/**
 * Brings the tables of an older build up to date, in memory: on disk they change with the next commit,
 * and until then the older build reads the file as before. Not part of opening, since lists open every
 * file, and what a lift finds wrong must not keep anybody from reading. `revision`: of the stored plan.
 */
export function liftSchema(sql: SqlConnection, revision: number): void {
  if (sql.rows(SQL.findRemovedSteps).length === 0) {
    const stored = { revision, ids: sql.rows(SQL.readSteps).map(({ id }) => String(id)) };
    const removed = removedThrough([...loggedPlans(sql), stored]);
    sql.exec(SQL.createRemovedSteps);
    for (const row of removed) sql.run(SQL.writeRemovedStep, row);
  }
  if (sql.rows(SQL.findSegments).length === 0) sql.exec(SQL.createSegments);
  sql.exec(`PRAGMA user_version = ${String(SCHEMA_VERSION)}`);
}

/** Version 1 did not keep which revision removed a step; the log tells. */
function loggedPlans(sql: SqlConnection): PlanIds[] {
  try {
    return sql.rows(SQL.readPlanEvents).flatMap((row) => {
      const event = fromEventRow(row);
      // What a damaged event removed shows in the plan that follows it.
      if (event?.type !== 'plan_updated') return [];
      const { revision, steps } = event.data.plan;
      return [{ revision, ids: steps.map(({ id }) => id) }];
    });
  } catch {
    // Without a log there is nothing to find out, now or later.
    return [];
  }
}

function removedThrough(plans: readonly PlanIds[]): Map<string, number> {
  const removed = new Map<string, number>();
  let before: readonly string[] = [];
  for (const { revision, ids } of plans) {
    for (const id of before) {
      if (!ids.includes(id)) removed.set(id, revision);
    }
    before = ids;
  }
  return removed;
}
