import { sentence } from '../../domain/sentence';
import type { SessionRecord } from '../../domain/session';
import type { SessionFilter, SessionPage } from '../../service/planStore';
import { summaryOf } from '../../service/sessionSummary';
import { nextAfter, placeOf } from '../sessionListing';
import { storedRecord } from '../sessionRecord';
import { unreadableError, whyUnreadable } from '../sqlite/storeFailure';
import { placeOfKey, workspaceText } from './commitValues';
import type { PostgresConnection } from './postgresConnection';
import type { Row } from './postgresPool';
import { POSTGRES_NAME, POSTGRES_SCHEMA, type PostgresStatements } from './postgresSchema';

/** Throws `store_unavailable` when the row makes no record. */
export function recordOf({ record }: Row, newer: boolean): SessionRecord {
  try {
    return storedRecord(JSON.parse(String(record)) as object, newer);
  } catch (cause) {
    throw unreadableError(sentence`its row in the database is damaged`, POSTGRES_NAME, cause);
  }
}

export async function listPage(
  connection: PostgresConnection,
  statements: PostgresStatements,
  { workspace }: SessionFilter,
  { limit, after }: { readonly limit: number; readonly after?: string },
): Promise<SessionPage> {
  const place = after === undefined ? undefined : placeOf(after);
  const isNewer = (await connection.schema()) > POSTGRES_SCHEMA;
  const rows = await connection.rows(
    sentence`The list of plans could not be read`,
    statements.list,
    [
      ...[workspace === undefined, workspaceText(workspace)],
      ...[place?.updated ?? null, place ? placeOfKey(place.key) : null, limit + 1],
    ],
  );
  const [sessions, unreadable]: [
    SessionPage['sessions'][number][],
    SessionPage['unreadable'][number][],
  ] = [[], []];
  for (const row of rows.slice(0, limit)) {
    try {
      sessions.push(summaryOf(recordOf(row, isNewer)));
    } catch (error) {
      unreadable.push({ location: String(row['key']), reason: whyUnreadable(error) });
    }
  }
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    sessions,
    unreadable,
    ...(last && {
      next: nextAfter({
        updated: String(last['updated']),
        key: JSON.parse(String(last['key'])) as string,
      }),
    }),
  };
}
