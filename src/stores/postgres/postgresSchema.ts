import { PlanError } from '../../domain/planError';
import { sentence } from '../../domain/sentence';
import { careStatements } from './careStatements';

export const POSTGRES_NAME = 'PostgreSQL';

/** +1 for every change that an older build would not read right; it then only reads. */
export const POSTGRES_SCHEMA = 2;

/** As long as for files. */
const PATIENCE_MS = 5_000;

/** The longest name of a table here is the prefix and 9 letters; PostgreSQL cuts names at 63 bytes. */
const PREFIX = /^[a-z_][a-z0-9_]{0,53}$/;

/** Texts of statements for the tables with this prefix, a bare identifier of up to 54 characters. */
export type PostgresStatements = ReturnType<typeof statementsFor>;

/**
 * Whatever a person or model wrote is kept as the text of its JSON: PostgreSQL has no NUL in texts, and
 * jsonb none either. Ids are digests, because an index takes no long text.
 */
export function statementsFor(prefix: string) {
  if (!PREFIX.test(prefix)) {
    throw new PlanError(
      'invalid_input',
      sentence`The prefix of the tables is 1 to 54 small letters, digits and underscores, and begins with no digit.`,
    );
  }
  const [meta, sessions, events] = [`${prefix}meta`, `${prefix}sessions`, `${prefix}events`];
  const [calls, removed] = [`${prefix}calls`, `${prefix}removed`];
  const isKnown = `(SELECT version FROM ${meta}) = ${String(POSTGRES_SCHEMA)}`;
  /** Whoever writes the session waits no longer than this for somebody else who does. */
  const patient = `patient AS MATERIALIZED (SELECT set_config('lock_timeout', '${String(PATIENCE_MS)}', true))`;
  /** What follows the row of the session in one and the same statement, so that all of it counts or none. */
  const rest = `
    added AS (INSERT INTO ${events} (session, sequence, body)
      SELECT serial, before + place, body FROM written, unnest($9::text[]) WITH ORDINALITY AS event (body, place)),
    answered AS (INSERT INTO ${calls} (session, call, body)
      SELECT serial, $10::text, $11::text FROM written WHERE $10::text IS NOT NULL),
    gone AS (INSERT INTO ${removed} (session, step, revision)
      SELECT serial, step, $13::integer FROM written, unnest($12::text[]) AS step
      ON CONFLICT (session, step) DO UPDATE SET revision = EXCLUDED.revision)
    SELECT before, set_config('synchronous_commit', 'on', true), pg_notify('${prefix}changed', $14) FROM written`;
  return {
    channel: `${prefix}changed`,
    readSchema: `SELECT version FROM ${meta}`,
    /** One at a time, whoever comes first (PTx.22). */
    lockSchema: `SELECT pg_advisory_xact_lock(hashtextextended('${meta}', 0))`,
    /** Looked up where nothing is remembered: it may just have been made. */
    isMade: `SELECT EXISTS (SELECT FROM pg_catalog.pg_class WHERE relname = '${meta}' AND pg_table_is_visible(oid)) AS made`,
    /** What makes each version of the tables out of the one before; the first out of nothing. */
    migrations: [
      `
      CREATE TABLE ${meta} (version integer NOT NULL);
      INSERT INTO ${meta} VALUES (1);
      CREATE TABLE ${sessions} (
        serial bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        id text NOT NULL, key text NOT NULL, place bytea NOT NULL,
        generation bigint NOT NULL, version bigint NOT NULL, commit text NOT NULL,
        required text[] NOT NULL, updated text COLLATE "C" NOT NULL, workspace text, record text NOT NULL,
        touched timestamptz NOT NULL DEFAULT clock_timestamp(), trashed timestamptz);
      CREATE UNIQUE INDEX ${sessions}_id ON ${sessions} (id) WHERE trashed IS NULL;
      CREATE INDEX ${sessions}_list ON ${sessions} (updated DESC) WHERE trashed IS NULL;
      CREATE INDEX ${sessions}_seen ON ${sessions} (touched);
      CREATE TABLE ${events} (
        session bigint NOT NULL REFERENCES ${sessions} ON DELETE CASCADE,
        sequence bigint NOT NULL, body text NOT NULL, PRIMARY KEY (session, sequence));
      CREATE TABLE ${calls} (
        session bigint NOT NULL REFERENCES ${sessions} ON DELETE CASCADE,
        call text NOT NULL, body text NOT NULL, PRIMARY KEY (session, call));
      CREATE TABLE ${removed} (
        session bigint NOT NULL REFERENCES ${sessions} ON DELETE CASCADE,
        step text NOT NULL, revision integer NOT NULL, PRIMARY KEY (session, step));`,
      `
      ALTER TABLE ${meta} ADD COLUMN swept bigint;
      ALTER TABLE ${sessions} ADD COLUMN dropped bigint NOT NULL DEFAULT 0;
      CREATE INDEX ${sessions}_trash ON ${sessions} (trashed) WHERE trashed IS NOT NULL;
      UPDATE ${meta} SET version = 2;`,
    ],
    load: `SELECT generation, version, record FROM ${sessions} WHERE id = $1 AND trashed IS NULL`,
    create: `WITH ${patient}, written AS (
      INSERT INTO ${sessions} (id, key, place, generation, version, commit, required, updated, workspace, record)
        SELECT $1, $15, $16, 1, cardinality($9::text[]), $2, $3::text[], $4, $5, $6
        FROM patient WHERE ${isKnown} AND $7::bigint = 0 AND $8::text[] IS NOT NULL
        ON CONFLICT (id) WHERE trashed IS NULL DO NOTHING
        RETURNING serial, 0 AS before), ${rest}`,
    change: `WITH ${patient}, written AS (
      UPDATE ${sessions} AS own SET generation = generation + 1, version = version + cardinality($9::text[]),
        commit = $2, required = $3::text[], updated = $4, workspace = $5, record = $6, touched = clock_timestamp()
        FROM patient WHERE id = $1 AND trashed IS NULL AND generation = $7 AND required <@ $8::text[] AND ${isKnown}
          AND NOT EXISTS (SELECT FROM ${calls} WHERE session = own.serial AND call = $10)
        RETURNING serial, version - cardinality($9::text[]) AS before), ${rest}`,
    /** What there is where nothing was written; who is late says so. */
    whyNot: `WITH found AS (SELECT version AS schema, coalesce(
        (SELECT generation FROM ${sessions} WHERE id = $1 AND trashed IS NULL), 0) AS generation FROM ${meta})
      SELECT schema, generation, CASE WHEN generation <> $2 THEN pg_notify('${prefix}changed', $3) END FROM found`,
    /** Waits for whoever is writing the session. */
    readCommit: `WITH ${patient} SELECT commit, version FROM ${sessions}, patient
      WHERE id = $1 AND trashed IS NULL FOR UPDATE OF ${sessions}`,
    readCall: `SELECT body FROM ${calls} JOIN ${sessions} ON serial = session
      WHERE id = $1 AND trashed IS NULL AND call = $2`,
    readRemoved: `SELECT step, revision FROM ${removed} JOIN ${sessions} ON serial = session
      WHERE id = $1 AND trashed IS NULL AND step = ANY ($2::text[])`,
    readEvents: `SELECT version, sequence, body FROM ${sessions} LEFT JOIN LATERAL (
        SELECT sequence, body FROM ${events} WHERE session = serial AND sequence > $2
        ORDER BY sequence LIMIT $3) AS page ON true
      WHERE id = $1 AND trashed IS NULL ORDER BY sequence`,
    list: `SELECT key, record, updated FROM ${sessions}
      WHERE trashed IS NULL AND ($1::boolean OR workspace IS NOT DISTINCT FROM $2)
        AND ($3::text IS NULL OR updated < $3 OR (updated = $3 AND place > $4))
      ORDER BY updated DESC, place LIMIT $5`,
    remove: `WITH ${patient}, gone AS (UPDATE ${sessions} SET trashed = clock_timestamp(), touched = clock_timestamp()
        FROM patient WHERE id = $1 AND trashed IS NULL RETURNING serial)
      SELECT set_config('synchronous_commit', 'on', true), pg_notify('${prefix}changed', $2) FROM gone`,
    ...careStatements(prefix, isKnown),
    keyOf: `SELECT key FROM ${sessions} WHERE id = $1 ORDER BY serial DESC LIMIT 1`,
    now: 'SELECT clock_timestamp()::text AS now',
    /** With what was committed late: a statement takes no minute. */
    touchedSince: `SELECT DISTINCT key FROM ${sessions} WHERE touched > $1::timestamptz - interval '1 minute'`,
  };
}
