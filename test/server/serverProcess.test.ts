import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writableCacheFolder } from '../support/workbench/cacheFolder';
import { workbenchNode } from '../support/workbench/workbenchNode';
import { planned, ServerBench, TOKEN, update } from './serverBench';
import { runServer, ServerProcess } from './serverProcess';

describe('the server as a process', function () {
  this.timeout(60_000);
  let bench: ServerBench;
  beforeEach(() => {
    bench = new ServerBench();
  });
  afterEach(() => bench.dispose());

  /** Of every session, and the last good copies of them. */
  function breakFiles(): void {
    const files = readdirSync(bench.folder).filter((name) =>
      /\.sqlite(?:\.last-good)?$/.test(name),
    );
    for (const name of files) writeFileSync(join(bench.folder, name), 'no database');
  }

  const liveFiles = () => readdirSync(bench.folder).filter((name) => name.endsWith('.sqlite'));

  it('ends with its input, after the commits in flight, and goes on after a restart', async () => {
    const first = bench.start();
    const turn = await planned(first);
    for (let revision = 0; revision < 20; revision++)
      first.send('tool/call', update(turn, revision));
    first.child.stdin.end();
    const { code, stderr } = await first.ended;
    assert.deepEqual([code, stderr], [0, '']);
    assert.equal(first.heard.filter(({ result }) => result?.['isError'] === false).length, 20);

    const second = bench.start();
    const { sessionId } = turn;
    const { plan, turn: shown } = await second.result<{
      plan: { revision: number };
      turn: unknown;
    }>('session/snapshot', { sessionId });
    // The turn of a process that is gone is interrupted.
    assert.deepEqual([plan.revision, shown], [20, null]);
    const late = await second.request('tool/call', update(turn, 20));
    assert.equal(late.error?.code, -32005);
  });

  it('keeps what Node compiled in the cache folder of the user, where Node can', async () => {
    const { executable } = await workbenchNode(writableCacheFolder());
    const compiled = join(bench.folder, 'session-plans', 'compiled');
    const server = new ServerProcess(
      ['--stdio', '--store', 'memory:'],
      { XDG_CACHE_HOME: bench.folder, NODE_COMPILE_CACHE: undefined },
      undefined,
      executable,
    );
    await planned(server);
    server.child.stdin.end();
    await server.ended;
    const files = readdirSync(compiled, { recursive: true, withFileTypes: true });
    assert.ok(files.some((file) => file.isFile()));
  });

  it('ends when it is asked to by a signal', async () => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      const server = bench.start();
      const turn = await planned(server);
      server.send('tool/call', update(turn, 0));
      await server.until(({ result }) => result?.['isError'] === false);
      server.child.kill(signal);
      assert.equal((await server.ended).code, 0, signal);
    }
  });

  it('ends when it is asked to also where its client reads nothing', async () => {
    const server = bench.start();
    await server.result('initialize');
    server.child.stdout.pause();
    const id = 'x'.repeat(5_000);
    for (let left = 400; left > 0; left--) {
      server.child.stdin.write(`{"jsonrpc":"2.0","id":"${id}","method":"initialize"}\n`);
    }
    await new Promise((resolve) => setTimeout(resolve, 300));
    server.child.kill('SIGTERM');
    const exited = once(server.child, 'exit');
    assert.deepEqual(await exited, [0, null]);
  });

  it('takes in no more than it can answer, however much is asked', async () => {
    const server = bench.start();
    const { sessionId } = await planned(server);
    server.child.stdout.pause();
    const line = `${JSON.stringify({ jsonrpc: '2.0', method: 'session/snapshot', params: { sessionId }, id: 'x'.repeat(2_000) })}\n`;
    for (let left = 5_000; left > 0; left--) server.child.stdin.write(line);
    const last = server.send('session/snapshot', { sessionId });
    const asked = server.child.stdin.writableLength;
    for (let before = 0; before !== server.child.stdin.writableLength;) {
      before = server.child.stdin.writableLength;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    // It waits in front of the server, which has stopped reading.
    assert.ok(server.child.stdin.writableLength > asked * 0.8, 'most of it was taken in');
    server.child.stdout.resume();
    await server.until(({ id }) => id === last);
    assert.equal(server.heard.filter(({ result }) => result?.['sessionId']).length, 5_002);
  });

  it('goes on when nobody reads its log any more', async () => {
    const server = bench.start();
    const turn = await planned(server);
    server.child.stderr.destroy();
    breakFiles();
    for (let times = 0; times < 3; times++) {
      const { error } = await server.request('session/snapshot', { sessionId: turn.sessionId });
      assert.equal(error?.code, -32010);
    }
    assert.equal(server.child.exitCode, null);
  });

  it('ends when nobody reads its answers any more', async () => {
    const server = bench.start();
    await server.result('initialize');
    server.child.stdout.destroy();
    for (let tries = 0; tries < 200 && server.child.exitCode === null; tries++) {
      server.send('initialize');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    assert.equal(server.child.exitCode, 0);
  });

  it('[FC.22] [DP.80] loses nothing that it answered when it is killed, and answers a call again as it did', async () => {
    const first = bench.start();
    const turn = await planned(first);
    let answered = 0;
    const ids: number[] = [];
    for (let revision = 0; revision < 200; revision++)
      ids.push(first.send('tool/call', update(turn, revision)));
    await first.until(({ id }) => id === ids[30]);
    first.child.kill('SIGKILL');
    await first.ended;
    answered = first.heard.filter(({ result }) => result?.['isError'] === false).length;

    const second = bench.start();
    const { sessionId } = turn;
    const snapshot = await second.result<{ plan: { revision: number } }>('session/snapshot', {
      sessionId,
    });
    assert.ok(snapshot.plan.revision >= answered && answered > 30);
    const { turnId } = await second.result('turn/start', { sessionId });
    const again = await second.result(
      'tool/call',
      update({ sessionId, turnId: String(turnId) }, 7),
    );
    const before = first.heard.find(({ id }) => id === ids[7])?.result;
    assert.deepEqual(again, before);
    const after = await second.result<{ plan: { revision: number } }>('session/snapshot', {
      sessionId,
    });
    assert.equal(after.plan.revision, snapshot.plan.revision);
  });

  it('[DP.62] tells of what another server on the same store commits', async () => {
    const [one, other] = [bench.start(), bench.start()];
    const turn = await planned(one);
    const { sessionId } = turn;
    await other.result('session/attach', { sessionId });
    const began = Date.now();
    await one.result('tool/call', update(turn, 0));
    await other.until(({ method }) => method === 'session/event');
    assert.ok(Date.now() - began < 10_000);
    const stolen = await other.request('tool/call', update(turn, 1));
    assert.equal(stolen.error?.code, -32005);
  });

  it('says what is wrong with a damaged session, and leaves it as it is, while others go on', async () => {
    const first = bench.start();
    const turn = await planned(first);
    await first.result('tool/call', update(turn, 0));
    first.child.stdin.end();
    await first.ended;
    breakFiles();
    const second = bench.start();
    const { sessionId } = turn;
    const { error } = await second.request('session/snapshot', { sessionId });
    assert.deepEqual([error?.code, error?.data], [-32010, { retry: false }]);
    const other = await planned(second);
    await second.result('tool/call', update(other, 0));
    const { sessions } = await second.result<{
      sessions: { unreadable?: true; reason?: string; location?: string }[];
    }>('session/list');
    const [unreadable, ...more] = sessions.filter((one) => one.unreadable);
    assert.deepEqual(more, []);
    // Its name, and not where the store is.
    assert.match(unreadable?.location ?? '', /^[0-9a-f]{32}\.sqlite$/);

    const verified = await runServer(['verify', '--all', '--store', bench.store]);
    assert.equal(verified.code, 1);
    assert.match(verified.stdout, /^2 verified, 1 damaged/m);
    const named = await runServer(['inspect', sessionId, '--store', bench.store]);
    assert.match(named.stdout, /"health": "damaged"/);
    assert.ok(liveFiles().length === 2);
  });

  it('serves over HTTP at an address that it tells, for who has a token, until it is asked to end', async () => {
    const tokens = join(bench.folder, 'tokens.json');
    writeFileSync(tokens, JSON.stringify({ [TOKEN]: { read: ['*'] } }), { mode: 0o600 });
    const writer = bench.start();
    const turn = await planned(writer);
    const server = new ServerProcess([
      ...['--http', '127.0.0.1:0', '--tokens', tokens, '--store', bench.store],
    ]);
    bench.running.push(server);
    const [line] = (await once(server.child.stdout, 'data')) as [Buffer];
    const { listening } = JSON.parse(String(line)) as { listening: string };
    const get = (path: string, token: string) =>
      fetch(`${listening}${path}`, { headers: { authorization: `Bearer ${token}` } });
    const path = `/sessions/${encodeURIComponent(turn.sessionId)}`;
    assert.equal((await get(path, 'x'.repeat(20))).status, 401);
    const events = await get(`${path}/events`, TOKEN);
    await writer.result('tool/call', update(turn, 0));
    const reader = events.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    assert.match(new TextDecoder().decode(value), /^id: 3\nevent: plan_updated\n/);
    server.child.kill('SIGTERM');
    const { code, stdout, stderr } = await server.ended;
    assert.equal(code, 0);
    assert.ok(!`${stdout}${stderr}`.includes(TOKEN));
  });
});
