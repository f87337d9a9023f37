import { hasLoneSurrogate } from '../storeArguments';
import type { SqlValue } from './sqlJs';

/** "SPLN": tells our files from those of other applications. */
export const APPLICATION_ID = 0x53504c4e;
/** +1 for every change that an older build would not read right; it then opens the file read-only. */
export const SCHEMA_VERSION = 2;

/**
 * Per connection. secure_delete: what was removed from a plan does not stay in the file's free space.
 * The journal only serves the rollback of a statement that fails; the file itself is replaced whole.
 */
export const CONNECTION_PRAGMAS = `
  PRAGMA journal_mode = MEMORY;
  PRAGMA synchronous = OFF;
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA secure_delete = ON;
  PRAGMA trusted_schema = OFF;`;

/** Since version 2: which revision removed a step; its id is never given to another one (FC.24). */
export const CREATE_REMOVED_STEPS =
  'CREATE TABLE step_removed (id TEXT PRIMARY KEY, revision INTEGER NOT NULL);';

/** Since version 2: sealed segments, whose events and calls are no longer in this file (../SPEC.md). */
const CREATE_SEGMENTS = `
  CREATE TABLE segment (
    first INTEGER PRIMARY KEY, last INTEGER NOT NULL, bytes INTEGER NOT NULL,
    part TEXT NOT NULL, sha256 TEXT NOT NULL);`;

/** What a segment keeps of a session; the same tables as in the live file. */
export const CREATE_LOG_TABLES = `
  CREATE TABLE event (
    sequence INTEGER PRIMARY KEY, type TEXT NOT NULL, data TEXT NOT NULL,
    turn_id TEXT, call_id TEXT, at TEXT NOT NULL);
  CREATE TABLE call (
    call_id TEXT PRIMARY KEY, name TEXT NOT NULL, input TEXT NOT NULL, result TEXT NOT NULL
  );`;

const STEP_COLUMNS = 'position, id, description, status, active_form, parent_id, depends_on';

/**
 * No UNIQUE on step ids: a plan with a wrong row must open, so readers check (toPlanSteps). Events and
 * calls are 1 to 2 KB each; of the page sizes tried, 2,048 bytes wastes least on them.
 */
export const CREATE_TABLES = `
  PRAGMA page_size = 2048;
  PRAGMA application_id = ${String(APPLICATION_ID)};
  PRAGMA user_version = ${String(SCHEMA_VERSION)};
  CREATE TABLE session (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    generation INTEGER NOT NULL, version INTEGER NOT NULL,
    key TEXT NOT NULL, coworker TEXT NOT NULL, title TEXT NOT NULL, workspace TEXT,
    created TEXT NOT NULL, updated TEXT NOT NULL, details TEXT NOT NULL,
    revision INTEGER, turn_id TEXT, call_id TEXT, explanation TEXT);
  CREATE TABLE step (
    position INTEGER PRIMARY KEY, id TEXT, description TEXT, status TEXT,
    active_form TEXT, parent_id TEXT, depends_on TEXT);
  CREATE TABLE step_set_aside (
    generation INTEGER NOT NULL, reason TEXT NOT NULL,
    position INTEGER, id, description, status, active_form, parent_id, depends_on);
  ${CREATE_REMOVED_STEPS}
  ${CREATE_SEGMENTS}
  ${CREATE_LOG_TABLES}`;

export const SQL = {
  readVersion: 'PRAGMA user_version',
  readSession: 'SELECT * FROM session',
  readSteps: `SELECT ${STEP_COLUMNS} FROM step ORDER BY position`,
  readSetAside: 'SELECT position, reason FROM step_set_aside ORDER BY rowid',
  readEvents: 'SELECT * FROM event WHERE sequence > ? ORDER BY sequence LIMIT ?',
  readPlanEvents: `SELECT * FROM event WHERE type = 'plan_updated' ORDER BY sequence`,
  findRemovedSteps: `SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'step_removed'`,
  createRemovedSteps: CREATE_REMOVED_STEPS,
  findSegments: `SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'segment'`,
  createSegments: CREATE_SEGMENTS,
  readSegments: 'SELECT * FROM segment ORDER BY first',
  readRemovedStep: 'SELECT revision FROM step_removed WHERE id = ?',
  writeRemovedStep: 'REPLACE INTO step_removed (id, revision) VALUES (?, ?)',
  readCallIds: 'SELECT call_id FROM call',
  readCall: 'SELECT * FROM call WHERE call_id = ?',
  writeSession: `REPLACE INTO session (one, generation, version, key, coworker, title, workspace, created,
    updated, details, revision, turn_id, call_id, explanation) VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  setStepAside: `INSERT INTO step_set_aside SELECT ?, ?, ${STEP_COLUMNS} FROM step WHERE position = ?`,
  clearSteps: 'DELETE FROM step WHERE position >= ?',
  writeStep: `REPLACE INTO step (${STEP_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  /** `data` as UTF-8: sql.js itself takes a long text apart letter by letter, three times. */
  writeEvent: `INSERT INTO event (sequence, type, data, turn_id, call_id, at)
    VALUES (?, ?, CAST(? AS TEXT), ?, ?, ?)`,
  writeCall: 'INSERT INTO call (call_id, name, input, result) VALUES (?, ?, ?, ?)',
} as const;

/**
 * Text as a cell. What would not come back as it was (half a surrogate pair has no UTF-8 form, and a
 * leading U+FEFF is taken for a mark of the encoding) is kept as a BLOB of its JSON.
 */
export function toCell(value: SqlValue | undefined): SqlValue {
  if (typeof value !== 'string') return value ?? null;
  const plain = !hasLoneSurrogate(value) && !value.startsWith('\ufeff');
  return plain ? value : new TextEncoder().encode(JSON.stringify(value));
}

/** The row with every BLOB turned back into its text; an unreadable one stays and fails its schema. */
export function fromCells(row: Record<string, SqlValue>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([column, cell]) => [
      column,
      cell instanceof Uint8Array ? fromBlob(cell) : cell,
    ]),
  );
}

function fromBlob(blob: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(blob));
  } catch {
    // Not written by us: whoever parses the row reports it.
    return blob;
  }
}
