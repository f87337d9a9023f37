// In a bundle of its own, for the driver in it.
import { PlanError } from '../../domain/planError';
import { sentence } from '../../domain/sentence';
import type { OpenedStore } from '../../stores/openStore';
import { PostgresConnection } from '../../stores/postgres/postgresConnection';
import { postgresError } from '../../stores/postgres/postgresFailure';
import { POSTGRES_SCHEMA, statementsFor } from '../../stores/postgres/postgresSchema';
import { openPostgresStore } from '../../stores/postgres/postgresStore';
import { postgresPoolAt } from './postgresPoolAt';
import type { ServerPorts } from './serverPorts';

const PREFIX = 'session_plans_';
/** One of them only listens. */
const CONNECTIONS = 5;

export async function openPostgres(url: string, ports: ServerPorts): Promise<OpenedStore> {
  const pool = await postgresPoolAt(url, CONNECTIONS, ports.onCut);
  const opened = openPostgresStore({ pool, prefix: PREFIX, ...ports });
  return {
    ...opened,
    close: async () => {
      await opened.store.close();
      await pool.end();
    },
  };
}

/** Whether plans can be kept there; makes the tables. Rejects with what is in the way. */
export async function checkPostgres(url: string): Promise<void> {
  const pool = await postgresPoolAt(url, 1);
  try {
    const doing = sentence`The server cannot be used`;
    const connection = new PostgresConnection(pool, statementsFor(PREFIX));
    (await connection.connect(doing)).release();
    if ((await connection.schema()) > POSTGRES_SCHEMA) {
      throw new PlanError(
        'newer_version',
        'The plans on this server were written by a newer version of Session Plans. Update the extension to use them.',
      );
    }
    const mayWrite = ['INSERT', 'UPDATE', 'DELETE']
      .map((right) => `has_table_privilege('${PREFIX}sessions', '${right}')`)
      .join(' AND ');
    const [row] = await connection.rows(doing, `SELECT ${mayWrite} AS may`);
    const noRight = Object.assign(new Error('no right to write'), { code: '42501' });
    if (row?.['may'] !== true) throw postgresError(noRight, doing);
  } finally {
    await pool.end();
  }
}
