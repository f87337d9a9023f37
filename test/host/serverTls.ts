import { chmodSync, chownSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { Client, type ClientConfig } from 'pg';
import type { Certificate } from '../support/servers/certificates';

/** From now on the server also takes TLS, with this certificate. */
export async function postgresWithTls(config: ClientConfig, { cert, key }: Certificate) {
  const client = new Client(config);
  await client.connect();
  const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
  const folder = rows[0]?.data_directory ?? '';
  const { uid, gid } = statSync(folder);
  for (const [name, text] of Object.entries({ 'own.crt': cert, 'own.key': key })) {
    const file = join(folder, name);
    writeFileSync(file, text);
    chownSync(file, uid, gid);
    chmodSync(file, 0o600);
  }
  await client.query(`ALTER SYSTEM SET ssl_cert_file = 'own.crt'`);
  await client.query(`ALTER SYSTEM SET ssl_key_file = 'own.key'`);
  await client.query('ALTER SYSTEM SET ssl = on');
  await client.query(`ALTER ROLE postgres PASSWORD '${String(config.password)}'`);
  const rules = (...lines: readonly string[]) => {
    writeFileSync(join(folder, 'pg_hba.conf'), lines.map((line) => `${line}\n`).join(''));
  };
  /** Everybody gives a password, and `guarded` comes over TLS alone. */
  rules('hostssl guarded all all scram-sha-256', 'host postgres all all scram-sha-256');
  await client.query('SELECT pg_reload_conf()');
  return client;
}

/** The port on which it takes TLS from now on. */
export async function redisWithTls(
  url: string,
  port: number,
  { certFile, keyFile }: Certificate,
): Promise<void> {
  const client = await createClient({ url }).connect();
  const files = ['tls-cert-file', certFile, 'tls-key-file', keyFile, 'tls-ca-cert-file', certFile];
  const settings = [...files, 'tls-auth-clients', 'no', 'tls-port', String(port)];
  await client.sendCommand(['CONFIG', 'SET', ...settings]);
  client.destroy();
}
