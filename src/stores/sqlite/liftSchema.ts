import { removedBetween } from '../../domain/planHistory';
import { fromEventRow } from './eventRows';
import { SCHEMA_VERSION, SQL } from './sqliteSchema';

/** What lifting needs of a database: rows out, rows in. */
interface Liftable {
  readonly rows: (sql: string, values?: readonly (string | number)[]) => Record<string, unknown>[];
  readonly run: (sql: string, values: readonly (string | number)[]) => void;
  readonly exec: (sql: string) => void;
}

/**
 * Brings a file of an older build to the current tables, in memory: on disk it changes with the next
 * commit, and until then the older build reads it as before.
 */
export function liftSchema(database: Liftable, version: number): void {
  if (version < 1 || version >= SCHEMA_VERSION) return;
  database.exec(SQL.createRemovedSteps);
  // Version 1 did not keep which revision removed a step; the log tells.
  let before: Parameters<typeof removedBetween>[0] = null;
  for (const row of database.rows(SQL.readEvents, [0, Number.MAX_SAFE_INTEGER])) {
    const event = fromEventRow(row);
    if (event?.type !== 'plan_updated') continue;
    const { plan } = event.data;
    for (const id of removedBetween(before, plan)) {
      database.run(SQL.writeRemovedStep, [id, plan.revision]);
    }
    before = plan;
  }
  database.exec(`PRAGMA user_version = ${String(SCHEMA_VERSION)}`);
}
