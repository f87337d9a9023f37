import assert from 'node:assert/strict';
import { PostgresServer } from '../../support/servers/postgresServer';
import { describeServerChaos } from './serverChaos';

const HASTY = ['-c', 'synchronous_commit=off', '-c', 'wal_writer_delay=10s'];
const WAITS = `set_config('synchronous_commit', 'on', true)`;

describeServerChaos('A PostgreSQL server', {
  kind: 'postgres',
  start: () => PostgresServer.start(),
  startForgetful: () => PostgresServer.start({ settings: HASTY }),
  forgetful: {
    'postgresSchema.ts': (source) => {
      assert.ok(source.includes(WAITS));
      return source.replace(WAITS, 'NULL');
    },
  },
});
