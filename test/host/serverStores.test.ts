import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import type { Client } from 'pg';
import { PlanError } from '../../src/domain/planError';
import { checkServer, type ServerStoreSettings } from '../../src/host/hostStore';
import { createPlanHost } from '../../src/host/planHost';
import { serverKindOf, shownAddress } from '../../src/host/servers/serverAddress';
import { projectFolder } from '../architecture/projectFiles';
import { aPlanCommit, loadExisting } from '../support/storeFixtures';
import { fakeLog } from '../support/fakeLog';
import { selfSigned } from '../support/servers/certificates';
import { PostgresServer } from '../support/servers/postgresServer';
import { RedisServer } from '../support/servers/redisServer';
import { runServer, ServerProcess } from '../server/serverProcess';
import { WASM_FILE } from '../support/sqliteFolder';
import { freePort } from '../support/workbench/workbenchServer';
import { postgresWithTls, redisWithTls } from './serverTls';

const KEY = 'srv:one';
const PASSWORD = 'p@ss/w#rd';
const WRONG = 'not-the-one';

function at(url: string): ServerStoreSettings {
  const kind = serverKindOf(url);
  assert.ok(kind, 'no address of a server');
  return { kind, url };
}

function hostAt(settings: ServerStoreSettings) {
  const clock = { now: () => Date.now() };
  return createPlanHost({ store: settings, wasmFile: WASM_FILE, clock, log: fakeLog() });
}

async function until(isSo: () => boolean): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!isSo()) {
    assert.ok(Date.now() < deadline, 'it did not come to be');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** The rights that operators are told to give. */
function documentedRule(): string[] {
  const text = readFileSync(join(projectFolder, 'docs', 'stores.md'), 'utf8');
  const [, rule = ''] = /^ACL SETUSER (.*)$/m.exec(text) ?? [];
  return rule.split(' ').map((part) => (part.startsWith('>') ? `>${PASSWORD}` : part));
}

describe('Stores on servers, as the editor and the server open them', function () {
  this.timeout(60_000);
  let postgres: PostgresServer;
  let redis: RedisServer;
  let sql: Client;
  let caFile: string;
  let tlsPort: number;
  let urls: { postgres: string; redis: string };

  before(async function () {
    this.timeout(300_000);
    const certificate = await selfSigned('localhost');
    caFile = certificate.certFile;
    tlsPort = await freePort();
    [postgres, redis] = await Promise.all([PostgresServer.start(), RedisServer.start()]);
    sql = await postgresWithTls(postgres.config, certificate);
    await sql.query(`CREATE ROLE ada LOGIN SUPERUSER PASSWORD '${PASSWORD}'`);
    await sql.query(`CREATE ROLE reader LOGIN PASSWORD '${PASSWORD}'`);
    await sql.query('CREATE DATABASE guarded');
    await redisWithTls(redis.url, tlsPort, certificate);
    const client = await createClient({ url: redis.url }).connect();
    for (const rule of [
      ['ada', 'on', `>${PASSWORD}`, '~*', '&*', '+@all'],
      ['reader', 'on', `>${PASSWORD}`, '~*', '&*', '+@read', '+@connection'],
      documentedRule(),
    ])
      await client.sendCommand(['ACL', 'SETUSER', ...rule]);
    client.destroy();
    const user = (name: string, secret = PASSWORD) => `${name}:${encodeURIComponent(secret)}`;
    urls = {
      postgres: `postgres://${user('ada')}@127.0.0.1:${String(postgres.port)}/postgres`,
      redis: `redis://${user('ada')}@127.0.0.1:${String(redis.port)}`,
    };
  });
  after(async () => {
    await sql.end().catch(() => undefined);
    await Promise.all([postgres.stop(), redis.stop()]);
  });

  /** What a person is told. */
  async function refusal(url: string): Promise<string> {
    const failure: unknown = await checkServer(at(url)).then(
      () => assert.fail(`nothing is wrong with ${shownAddress(url)}`),
      (error: unknown) => error,
    );
    assert.ok(PlanError.is(failure), String(failure));
    for (const secret of [PASSWORD, encodeURIComponent(PASSWORD), WRONG])
      assert.ok(!failure.message.includes(secret));
    return failure.message;
  }

  for (const kind of ['postgres', 'redis'] as const) {
    it(`[PT.98] ${kind}: another process finds the plan; the connection is tried before`, async () => {
      await checkServer(at(urls[kind]));
      const here = hostAt(at(urls[kind]));
      await (await here.store()).append(KEY, 0, aPlanCommit(KEY, 1));
      await here.dispose();
      const there = hostAt(at(urls[kind]));
      assert.equal((await loadExisting(await there.store(), KEY)).record.plan?.revision, 1);
      const { sessions } = await (await there.maintenance()).verify();
      assert.equal(sessions, 1);
      await there.dispose();
    });

    it(`${kind}: says exactly what is in the way`, async () => {
      const silent = createServer().listen(0, '127.0.0.1');
      await once(silent, 'listening');
      const { port } = silent.address() as AddressInfo;
      const url = urls[kind];
      const change = (from: string | RegExp, to: string) => url.replace(from, to);
      const own = String(kind === 'postgres' ? postgres.port : redis.port);
      const [unknown, refused, wrong, nobody, late] = await Promise.all([
        refusal(change('127.0.0.1', 'nowhere.invalid')),
        refusal(change(own, '1')),
        refusal(change(encodeURIComponent(PASSWORD), WRONG)),
        refusal(change('ada:', 'reader:')),
        refusal(change(own, String(port))),
      ]);
      silent.close();
      assert.match(unknown, /no host of this name|could not be looked up/);
      assert.match(refused, /nothing answers at this address/);
      assert.match(wrong, /password is wrong/);
      assert.match(nobody, /no right/);
      assert.match(late, /did not answer in time/);
    });
  }

  it('Redis: needs no more rights than the documentation says', async () => {
    const url = urls.redis.replace('ada:', `${documentedRule()[0] ?? ''}:`);
    await checkServer(at(url));
    const host = hostAt(at(url));
    const store = await host.store();
    await store.append('srv:rights', 0, aPlanCommit('srv:rights', 1));
    assert.equal((await loadExisting(store, 'srv:rights')).version, 1);
    assert.equal((await store.list({}, { limit: 9 })).unreadable.length, 0);
    await store.remove('srv:rights');
    await host.dispose();
  });

  it('PostgreSQL: takes no connection without TLS where it is demanded, and none to a newer version', async () => {
    const guarded = urls.postgres.replace(/postgres$/, 'guarded');
    assert.match(await refusal(guarded), /takes no connection without TLS/);
    await checkServer(at(`${guarded}?sslmode=no-verify`));
    await sql.query('UPDATE session_plans_meta SET version = version + 1');
    assert.match(await refusal(urls.postgres), /newer version/);
    await sql.query('UPDATE session_plans_meta SET version = version - 1');
  });

  it('trusts no certificate that is not vouched for, or is for another host', async () => {
    const named = (url: string) => url.replace('127.0.0.1', 'localhost');
    const { postgres: plain } = urls;
    const tls = urls.redis
      .replace('redis:', 'rediss:')
      .replace(String(redis.port), String(tlsPort));
    const trusted = `sslmode=verify-full&sslrootcert=${encodeURIComponent(caFile)}`;
    for (const url of [plain, tls]) {
      assert.match(await refusal(`${named(url)}?sslmode=verify-full`), /not trusted/);
      assert.match(await refusal(`${url}?${trusted}`), /for another host/);
      assert.match(
        await refusal(`${url}?sslmode=require&sslrootcert=/nowhere.pem`),
        /\/nowhere\.pem/,
      );
      await checkServer(at(`${named(url)}?${trusted}`));
      await checkServer(at(`${url}?sslmode=no-verify`));
    }
    assert.match(
      await refusal(tls.replace(String(tlsPort), String(redis.port))),
      /perhaps it has no TLS/,
    );
    const behind = urls.redis.replace(String(redis.port), String(tlsPort));
    assert.match(await refusal(behind), /lost|cut|TLS/);
  });

  it('[PT.98] the packaged server keeps plans there, with the password from its surroundings, and tells it to nobody', async () => {
    for (const [kind, url] of Object.entries(urls)) {
      const open = url.replace(`:${encodeURIComponent(PASSWORD)}`, '');
      const env = { SESSION_PLANS_STORE_PASSWORD: PASSWORD };
      const server = new ServerProcess(['--stdio', '--store', open], env);
      await server.result('initialize');
      const { sessionId } = await server.result('session/create', { coworker: 'planner' });
      const { turnId } = await server.result('turn/start', { sessionId });
      const call = { sessionId, turnId, callId: 'c', name: 'update_plan' };
      const steps = [{ id: 'a', description: 'Do it', status: 'pending' }];
      const input = { ...call, arguments: { expected_revision: 0, steps } };
      assert.equal((await server.result('tool/call', input))['isError'], false);
      server.child.stdin.end();
      const { code, stderr } = await server.ended;
      assert.deepEqual([code, stderr], [0, '']);
      const verified = await runServer(['verify', '--all'], { SESSION_PLANS_STORE: url });
      assert.match(verified.stdout, /2 verified, 0 damaged/);
      const away = url.replace(/:\d+/, ':1');
      const failed = await runServer(['inspect', KEY, '--store', away]);
      assert.equal(failed.code, 2);
      assert.match(failed.stderr, /^[^\n]*nothing answers at this address[^\n]*\n$/, kind);
      const refused = await runServer(['verify', '--all', '--store', url.replace(PASSWORD, WRONG)]);
      for (const { stdout, stderr: told } of [verified, failed, refused])
        for (const secret of [PASSWORD, encodeURIComponent(PASSWORD), WRONG])
          assert.ok(!(stdout + told).includes(secret));
    }
    for (const address of [`mysql://ada:${WRONG}@host/x`, `postgres://ada:${WRONG}@host/x?foo=1`]) {
      const { code, stderr } = await runServer(['--stdio', '--store', address]);
      assert.equal(code, 2);
      assert.doesNotMatch(stderr, new RegExp(WRONG));
    }
  });

  for (const kind of ['postgres', 'redis'] as const) {
    it(`[FC.7] ${kind}: a server that is away is told at once, and so is its return; nothing is an empty plan`, async () => {
      const server = kind === 'postgres' ? postgres : redis;
      await sql.end().catch(() => undefined);
      await server.kill();
      // One that was never there, and one that goes.
      const host = hostAt(at(kind === 'postgres' ? urls.postgres : redis.url));
      let told = 0;
      host.reach.onDidChange(() => (told += 1));
      const look = () => host.service.snapshot(KEY);
      await assert.rejects(look(), (error) => PlanError.is(error, 'store_unavailable'));
      assert.match(host.reach.problem?.message ?? '', /nothing answers|lost|cut/);
      assert.ok(told > 0);
      await server.resume();
      await until(() => host.reach.problem === undefined);
      assert.equal((await look())?.plan?.revision, 1);
      const heard = told;
      await server.kill();
      // Nobody asks for anything.
      await until(() => host.reach.problem !== undefined);
      assert.ok(told > heard);
      await server.resume();
      await until(() => host.reach.problem === undefined);
      assert.equal((await look())?.plan?.revision, 1);
      await host.dispose();
    });
  }
});
