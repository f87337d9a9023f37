import { PlanError } from '../../domain/planError';
import type { SessionRecord } from '../../domain/session';
import { sentence } from '../../domain/sentence';
import type { SessionKey } from '../../service/planStore';
import type { TrashedSession } from '../../service/storeMaintenance';
import { rowProblemsOf } from '../rowProblems';
import { callOf } from '../servers/storedText';
import { recordOrNothing, shownInTrash } from '../servers/trashedRecord';
import type { ServerCare, StoredEntry, StoredRows } from '../servers/serverSessions';
import { readOnlyError, schemaProblem } from '../sessionAccess';
import { existsAgainError, notInTrashError } from '../trashRules';
import { jsonDigest, placeOfKey, workspaceText } from './commitValues';
import { recordOf } from './listedRows';
import type { Row } from './postgresPool';
import { POSTGRES_NAME, POSTGRES_SCHEMA } from './postgresSchema';
import type { PostgresTables } from './postgresSessions';
import { changeNotice } from './postgresWatch';

const EXAMINING = sentence`The session could not be examined`;
const TAKEN = '23505';

/** What people do with the tables. */
export class PostgresCare implements ServerCare {
  readonly kind = 'postgres';
  readonly name = POSTGRES_NAME;
  readonly #tables: PostgresTables;
  /** The table of sessions, as a place that a person can look at. */
  readonly #place: string;

  constructor(tables: PostgresTables, place: string) {
    this.#tables = tables;
    this.#place = place;
  }

  async entries(): Promise<readonly StoredEntry[]> {
    const doing = sentence`The sessions could not be listed`;
    const rows = await this.#tables.connection.rows(doing, this.#tables.statements.entries);
    return rows.map((row) => {
      const id = String(row['id']);
      const key = keyOf(row);
      const isOwn = key !== undefined && this.#tables.digest(key) === id;
      return { session: isOwn ? key : undefined, location: this.#locationOf(id) };
    });
  }

  locationOf(session: SessionKey): string {
    return this.#locationOf(this.#tables.digest(session));
  }

  async rowsOf(session: SessionKey): Promise<StoredRows | undefined> {
    const { connection, statements, digest } = this.#tables;
    const id = digest(session);
    const schema = await connection.schema();
    const [row] = await connection.rows(EXAMINING, statements.rows, [id]);
    if (!row) return undefined;
    const { generation, version, dropped, beyond, unrevised } = row;
    const isNewer = schema > POSTGRES_SCHEMA;
    const calls = isNewer ? 0 : await this.#unreadableCalls(id);
    const wrong = { beyond: Number(beyond), unrevised: Number(unrevised), calls };
    return {
      ...{ generation: Number(generation), version: Number(version), schema, isNewer },
      first: Number(dropped) + 1,
      parts: statements.tables.map((name) => ({ name, bytes: Number(row[name]) })),
      problems: [
        ...(keyOf(row) === session ? [] : [sentence`Its key cannot be read.`]),
        ...(isNewer ? [] : rowProblemsOf(wrong)),
      ],
    };
  }

  async dropEvents(session: SessionKey, first: number, generation: number): Promise<void> {
    const { connection, statements, digest } = this.#tables;
    const doing = sentence`The plan storage could not be compacted`;
    await connection.rows(doing, statements.dropEvents, [digest(session), first, generation]);
  }

  async replaceRecord(record: SessionRecord, generation: number): Promise<string | undefined> {
    const { connection, statements, digest, ids } = this.#tables;
    const { key, updated, workspace, required_capabilities } = record;
    const id = digest(key);
    const values = [
      ...[id, generation, required_capabilities.map((name) => JSON.stringify(name)), updated],
      ...[workspaceText(workspace), JSON.stringify(record), JSON.stringify(key), placeOfKey(key)],
      changeNotice(ids.uuid(), key, id),
    ];
    const doing = sentence`The plan could not be restored`;
    const [row] = await connection.rows(doing, statements.replaceRecord, values);
    return row && `${this.#place} serial ${String(row['serial'])}`;
  }

  async trashed(most: number): Promise<readonly TrashedSession[]> {
    const { connection, statements } = this.#tables;
    const doing = sentence`The trash could not be read`;
    const isNewer = (await connection.schema()) > POSTGRES_SCHEMA;
    const rows = await connection.rows(doing, statements.trashed, [most]);
    return rows.flatMap((row) => {
      const record = recordOrNothing(() => recordOf(row, isNewer));
      if (!record) return [];
      const trashed = Math.round(Number(row['trashed']));
      return [{ id: String(row['serial']), trashed, ...shownInTrash(record) }];
    });
  }

  async untrash(id: string): Promise<SessionKey> {
    const { connection, statements, ids } = this.#tables;
    const doing = sentence`The plan could not be brought back`;
    if (!/^\d{1,18}$/.test(id)) throw notInTrashError();
    const isNewer = (await connection.schema()) > POSTGRES_SCHEMA;
    if (isNewer) throw readOnlyError(schemaProblem(POSTGRES_NAME));
    const [row] = await connection.rows(doing, statements.trashedOne, [id]);
    const record = row && recordOrNothing(() => recordOf(row, false));
    if (!record) throw notInTrashError();
    const session = record.key;
    // Of nobody in particular, so that the store of this process tells of it, too.
    const notice = changeNotice(ids.uuid(), session, String(row['id']));
    try {
      const back = await connection.rows(doing, statements.untrash, [id, notice]);
      if (back.length === 0) throw notInTrashError();
    } catch (error) {
      if (PlanError.is(error) && error.details['reason'] === TAKEN) throw existsAgainError();
      throw error;
    }
    return session;
  }

  async sweepTrash(now: number): Promise<number> {
    const { connection, statements } = this.#tables;
    const doing = sentence`The trash could not be emptied`;
    return (await connection.rows(doing, statements.sweepTrash, [now])).length;
  }

  async #unreadableCalls(id: string): Promise<number> {
    const { connection, statements, digest } = this.#tables;
    let unreadable = 0;
    for (let last = ''; ;) {
      const rows = await connection.rows(EXAMINING, statements.calls, [id, last]);
      for (const { call, body } of rows) {
        const found = callOf(body);
        if (!found || jsonDigest(digest, found.call_id) !== call) unreadable++;
      }
      if (rows.length === 0) return unreadable;
      last = String(rows.at(-1)?.['call']);
    }
  }

  #locationOf(id: string): string {
    return `${this.#place} ${id}`;
  }
}

function keyOf({ key }: Row): SessionKey | undefined {
  try {
    const parsed: unknown = JSON.parse(String(key));
    return typeof parsed === 'string' ? parsed : undefined;
  } catch {
    // Somebody edited it; whoever asks says so.
    return undefined;
  }
}
