import { DAY_MS, KEPT_MS, MOST_DESTROYED } from '../trashRules';

/** For people who look after the tables. `isKnown`: they are of the version of this build. */
export function careStatements(prefix: string, isKnown: string) {
  const [meta, sessions, events] = [`${prefix}meta`, `${prefix}sessions`, `${prefix}events`];
  const [calls, removed] = [`${prefix}calls`, `${prefix}removed`];
  const sizeOf = (table: string, column: string) =>
    `(SELECT coalesce(sum(pg_column_size(${column})), 0) FROM ${table} WHERE session = serial) AS ${table}`;
  return {
    /** Which `rows` has the sizes of. */
    tables: [sessions, events, calls, removed],
    entries: `SELECT id, key FROM ${sessions} WHERE trashed IS NULL ORDER BY serial`,
    rows: `SELECT key, generation, version, dropped, pg_column_size(record) AS ${sessions},
        ${sizeOf(events, 'body')}, ${sizeOf(calls, 'body')}, ${sizeOf(removed, 'step')},
        (SELECT count(*) FROM ${events} WHERE session = serial AND (sequence > version OR sequence <= dropped)) AS beyond,
        (SELECT count(*) FROM ${removed} WHERE session = serial AND revision < 1) AS unrevised
      FROM ${sessions} WHERE id = $1 AND trashed IS NULL`,
    /** A page of them, each with its place. */
    calls: `SELECT call, body FROM ${calls} JOIN ${sessions} ON serial = session
      WHERE id = $1 AND trashed IS NULL AND call > $2 ORDER BY call LIMIT 500`,
    dropEvents: `WITH own AS (UPDATE ${sessions} SET dropped = $2 - 1
        WHERE id = $1 AND trashed IS NULL AND generation = $3 AND dropped < $2 - 1 AND ${isKnown} RETURNING serial)
      DELETE FROM ${events} USING own WHERE session = serial AND sequence < $2`,
    trashed: `SELECT serial, key, record, (extract(epoch FROM trashed) * 1000)::float8 AS trashed
      FROM ${sessions} WHERE trashed IS NOT NULL AND generation > 0 ORDER BY ${sessions}.trashed DESC LIMIT $1`,
    trashedOne: `SELECT id, key, record FROM ${sessions}
      WHERE serial = $1 AND trashed IS NOT NULL AND generation > 0`,
    /** What was there is kept as long as the trash, with a generation that no session has. */
    replaceRecord: `WITH held AS (SELECT * FROM ${sessions}
        WHERE id = $1 AND trashed IS NULL AND generation = $2 AND ${isKnown} FOR UPDATE),
      aside AS (INSERT INTO ${sessions} (id, key, place, generation, version, commit, required, updated, workspace, record, trashed)
        SELECT id, key, place, 0, version, commit, required, updated, workspace, record, clock_timestamp() FROM held
        RETURNING serial),
      replaced AS (UPDATE ${sessions} AS own SET generation = own.generation + 2, commit = '', required = $3::text[],
          updated = $4, workspace = $5, record = $6, key = $7, place = $8, touched = clock_timestamp()
        FROM held WHERE own.serial = held.serial RETURNING own.serial)
      SELECT aside.serial, set_config('synchronous_commit', 'on', true), pg_notify('${prefix}changed', $9) FROM aside, replaced`,
    untrash: `WITH back AS (UPDATE ${sessions} SET trashed = NULL, touched = clock_timestamp()
        WHERE serial = $1 AND trashed IS NOT NULL AND ${isKnown} RETURNING serial)
      SELECT pg_notify('${prefix}changed', $2) FROM back`,
    /** Whoever comes first that day; the oldest first. */
    sweepTrash: `WITH due AS (UPDATE ${meta} SET swept = $1
        WHERE (swept IS NULL OR abs($1::bigint - swept) >= ${String(DAY_MS)})
          AND EXISTS (SELECT FROM ${sessions} WHERE trashed IS NOT NULL) AND ${isKnown} RETURNING version),
      old AS (SELECT serial FROM ${sessions}, due
        WHERE trashed < to_timestamp(($1::bigint - ${String(KEPT_MS)}) / 1000.0)
        ORDER BY trashed LIMIT ${String(MOST_DESTROYED)})
      DELETE FROM ${sessions} WHERE trashed IS NOT NULL AND serial IN (SELECT serial FROM old) RETURNING serial`,
  };
}
