import { PlanError } from '../../domain/planError';
import { sentence } from '../../domain/sentence';
import type { PostgresConnection } from './postgresConnection';
import { outcomeUnknown } from '../servers/networkFailure';
import { isAnswer, isLost, postgresError } from './postgresFailure';
import type { PostgresClient, Row } from './postgresPool';
import type { PostgresStatements } from './postgresSchema';

const WRITING = sentence`The plan could not be saved`;

interface AskedCommit {
  readonly id: string;
  /** Of this commit alone. */
  readonly token: string;
  /** So many events. */
  readonly added: number;
}

/**
 * The row that the statement gives; without one nothing was written. After a lost connection another one is
 * asked whether the commit is there, once whoever holds the session has ended; it is never sent again.
 */
export async function writtenOnce(
  connection: PostgresConnection,
  statements: PostgresStatements,
  { id, token, added }: AskedCommit,
  write: (client: PostgresClient) => Promise<Row | undefined>,
): Promise<Row | undefined> {
  const client = await connection.connect(WRITING);
  let lost: unknown;
  try {
    return await write(client);
  } catch (error) {
    if (PlanError.is(error)) throw error;
    lost = error;
    if (isLost(error)) return undefined;
    if (isAnswer(error)) throw postgresError(error, WRITING);
  } finally {
    client.release(lost !== undefined);
  }
  const found = await committed(connection, statements, id);
  if (found?.['commit'] !== token) throw outcomeUnknown(lost);
  return { before: Number(found['version']) - added };
}

async function committed(
  connection: PostgresConnection,
  { readCommit }: PostgresStatements,
  id: string,
): Promise<Row | undefined> {
  try {
    return (await connection.rows(WRITING, readCommit, [id]))[0];
  } catch (error) {
    throw outcomeUnknown(error);
  }
}
