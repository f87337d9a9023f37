import assert from 'node:assert/strict';
import { createClient } from '@redis/client';
import { Client } from 'pg';
import type { PlanStore } from '../../../src/service/planStore';
import { digest } from '../../../src/host/digest';
import { answersOf, assertAccepted } from '../../support/callers';
import { adding as addingTo, type CallAnswer } from '../../support/callLines';
import { serviceOver } from '../../support/chaosPlace';
import { ChildPrograms, type ChildProgram } from '../../support/childProgram';
import { PostgresServer } from '../../support/servers/postgresServer';
import { RedisServer } from '../../support/servers/redisServer';
import { openOnServer, type StoreOnServer } from '../../support/servers/storeOnServer';
import { loadExisting } from '../../support/storeFixtures';

const KEY = 'vscode-chat-session://local/shared';
const adding = (call_id: string) => addingTo(KEY, call_id);

/** Somebody who keeps every other program from writing the session. */
interface Holder {
  release(): Promise<void>;
}

interface SharedServer {
  readonly port: number;
  stop(): Promise<void>;
}

interface Kind {
  readonly name: string;
  readonly kind: 'postgres' | 'redis';
  start(): Promise<SharedServer>;
  holdFor2s(server: SharedServer, prefix: string): Promise<Holder>;
  holdOn(server: SharedServer, prefix: string): Promise<Holder>;
}

const KINDS: readonly Kind[] = [
  {
    ...{ name: 'A PostgreSQL server', kind: 'postgres', start: () => PostgresServer.start() },
    holdFor2s: async (server, prefix) => {
      const holder = await heldRow(server, prefix);
      const released = new Promise((resolve) => setTimeout(resolve, 2_000)).then(holder.release);
      return { release: () => released };
    },
    holdOn: heldRow,
  },
  {
    ...{ name: 'A Redis server', kind: 'redis', start: () => RedisServer.start() },
    holdFor2s: async ({ port }) => {
      const client = await redisAt(port);
      await client.sendCommand(['CLIENT', 'PAUSE', '2000', 'WRITE']);
      client.destroy();
      return { release: () => Promise.resolve() };
    },
    holdOn: async ({ port }) => {
      const [busy, other] = [await redisAt(port), await redisAt(port)];
      await other.sendCommand(['CONFIG', 'SET', 'busy-reply-threshold', '500']);
      const held = busy.sendCommand(['EVAL', 'while true do end', '0']).catch(() => undefined);
      return {
        release: async () => {
          await other.sendCommand(['SCRIPT', 'KILL']);
          await held;
          for (const client of [busy, other]) client.destroy();
        },
      };
    },
  },
];

async function heldRow({ port }: SharedServer, prefix: string): Promise<Holder> {
  const login = { user: 'postgres', password: 'secret', database: 'postgres' };
  const client = new Client({ ...login, host: '127.0.0.1', port });
  await client.connect();
  await client.query('BEGIN');
  const { rowCount } = await client.query(
    `SELECT FROM ${prefix}sessions WHERE id = $1 FOR UPDATE`,
    [digest(KEY)],
  );
  assert.equal(rowCount, 1);
  return { release: () => client.end() };
}

async function redisAt(port: number) {
  const client = createClient({ url: `redis://127.0.0.1:${String(port)}` });
  client.on('error', () => undefined);
  return client.connect();
}

for (const { name, kind, start, holdFor2s, holdOn } of KINDS) {
  describe(`${name} that processes share`, function () {
    this.timeout(60_000);
    const programs = new ChildPrograms();
    let server: SharedServer;
    let here: StoreOnServer;
    let startCaller: (...args: readonly string[]) => ChildProgram;
    let opened = 0;
    let prefix: string;
    let store: PlanStore;
    before(async function () {
      this.timeout(300_000);
      server = await start();
      startCaller = await programs.build('serverCaller');
    });
    after(async () => {
      await programs.dispose();
      await server.stop();
    });
    beforeEach(async () => {
      prefix = `p${String(++opened)}_`;
      here = await openOnServer({ kind, port: server.port, prefix });
      store = here.store;
    });
    afterEach(async () => {
      await programs.endAll();
      await here.close();
    });

    async function callers(count: number): Promise<ChildProgram[]> {
      const address = JSON.stringify({ kind, port: server.port, prefix });
      const children = Array.from({ length: count }, () => startCaller(address));
      for (const child of children) assert.equal(await child.line(0), 'ready');
      return children;
    }

    const onlyAnswer = async (child: ChildProgram | undefined, call_id: string) => {
      const [[answer]] = (await answersOf(child ? [child] : [], () => [adding(call_id)])) as [
        [CallAnswer],
      ];
      return answer;
    };
    const revision = async () => (await loadExisting(store, KEY)).record.plan?.revision;

    it('[FC.12] has all 32 steps that two of them add, 16 each, and the next one is refused', async () => {
      const children = await callers(2);
      const answers = await answersOf(children, (child) =>
        Array.from({ length: 16 }, (_, call) => adding(`${String(child)}-${String(call)}`)),
      );
      assertAccepted(answers.flat());
      const { record } = await loadExisting(store, KEY);
      const steps = record.plan?.steps ?? [];
      assert.deepEqual([steps.length, record.plan?.revision], [32, 32]);
      assert.equal(new Set(steps.map(({ id }) => id)).size, 32);
      assert.equal((await onlyAnswer(children[0], 'late')).result?.isError, true);
      assert.equal(await revision(), 32);
    });

    it('[FC.15] lets a call wait for somebody who keeps the session for two seconds, and then go on', async () => {
      const [child] = await callers(1);
      assertAccepted([await onlyAnswer(child, 'first')]);
      const holder = await holdFor2s(server, prefix);
      const answer = await onlyAnswer(child, 'patient');
      assertAccepted([answer]);
      assert.ok(answer.ms > 1_000, `after ${String(answer.ms)} ms`);
      await holder.release();
      assert.equal(await revision(), 2);
    });

    it('[FC.15] tells a call that waited in vain to come again, and nothing has changed and nobody has ended', async () => {
      const [child] = await callers(1);
      assertAccepted([await onlyAnswer(child, 'first')]);
      const holder = await holdOn(server, prefix);
      const late = await onlyAnswer(child, 'second');
      await holder.release();
      assert.equal(late.failed, 'retry');
      assert.ok(late.ms < 15_000, `after ${String(late.ms)} ms`);
      assert.equal(await revision(), 1);
      assertAccepted([await onlyAnswer(child, 'second')]);
      assert.equal(await revision(), 2);
    });

    it('[FC.19] tells of what another process wrote within a second, and the next write builds on it', async () => {
      const [child] = await callers(1);
      const heard: number[] = [];
      store.watch(() => heard.push(performance.now()));
      for (let probe = 0; heard.length === 0; probe++)
        assertAccepted([await onlyAnswer(child, `probe-${String(probe)}`)]);
      const before = (await revision()) ?? 0;
      await new Promise((resolve) => setTimeout(resolve, 200));
      heard.length = 0;
      assertAccepted([await onlyAnswer(child, 'there')]);
      const answered = performance.now();
      while (heard.length === 0 && performance.now() < answered + 1_000)
        await new Promise((resolve) => setTimeout(resolve, 5));
      assert.ok(heard.length > 0, 'nothing was heard within a second');
      const service = serviceOver(Promise.resolve(store));
      await service.execute(adding('here'));
      const { plan } = (await loadExisting(store, KEY)).record;
      assert.equal(plan?.revision, before + 2);
      assert.deepEqual(
        plan.steps.slice(-2).map(({ description }) => description),
        ['Do there', 'Do here'],
      );
    });

    it('[FC.22] makes one revision of a call that reaches several of them, and answers it alike, also after a restart', async () => {
      const children = await callers(3);
      for (let round = 1; round <= 3; round++) {
        const call = adding(`round-${String(round)}`);
        const answers = (await answersOf(children, () => [call])).flat();
        assertAccepted(answers);
        assert.equal(new Set(answers.map(({ result }) => JSON.stringify(result))).size, 1);
        assert.equal(await revision(), round);
      }
      const first = await onlyAnswer(children[0], 'round-1');
      await programs.endAll();
      const [restarted] = await callers(1);
      assert.deepEqual((await onlyAnswer(restarted, 'round-1')).result, first.result);
      assert.equal(await revision(), 3);
    });
  });
}
