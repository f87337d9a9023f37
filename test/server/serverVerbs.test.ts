import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { planned, ServerBench, TOKEN, update } from './serverBench';
import { runServer } from './serverProcess';

describe('the server as a command', function () {
  this.timeout(60_000);
  let bench: ServerBench;
  beforeEach(() => {
    bench = new ServerBench();
  });
  afterEach(() => bench.dispose());

  it('looks after what is stored: every verb, one session or all', async () => {
    const server = bench.start();
    const turn = await planned(server);
    for (let revision = 0; revision < 50; revision++)
      await server.result('tool/call', update(turn, revision));
    await planned(server);
    const { sessionId } = turn;
    const run = (...args: string[]) => runServer([...args, '--store', bench.store]);

    const inspected = await run('inspect', sessionId);
    const facts = JSON.parse(inspected.stdout) as Record<string, unknown>;
    assert.deepEqual(
      [facts['revision'], facts['health'], facts['coworker']],
      [50, 'ok', 'planner'],
    );
    const verified = await run('verify', '--all');
    assert.deepEqual([verified.code, verified.stderr], [0, '']);
    assert.match(verified.stdout, /^2 verified, 0 damaged, 0 made by a newer version$/m);
    const compacted = await run('compact', '--all');
    assert.equal(compacted.code, 0);
    assert.match(
      compacted.stdout,
      new RegExp(`^${sessionId}\t\\d+ bytes before, \\d+ after$`, 'm'),
    );
    const json = JSON.parse((await run('export', sessionId)).stdout) as { events: object[] };
    assert.equal(json.events.length, 52);
    const out = join(bench.folder, 'out', 'plans');
    const exported = await run('export', '--all', '--format', 'markdown', '--out', out);
    assert.equal(exported.code, 0, exported.stderr);
    assert.deepEqual(readdirSync(out).sort(), ['Do s0.md', 'plan.md']);
    // Nothing is replaced.
    await run('export', '--all', '--format', 'markdown', '--out', out);
    assert.deepEqual(readdirSync(out).sort(), ['Do s0 2.md', 'Do s0.md', 'plan 2.md', 'plan.md']);
    // The server went on beside all of it.
    await server.result('tool/call', update(turn, 50));
  });

  it('ends with 2 and a sentence where nothing can be done', async () => {
    const coworkers = join(bench.folder, 'coworkers');
    mkdirSync(join(coworkers, 'bad'), { recursive: true });
    writeFileSync(join(coworkers, 'bad', 'manifest.md'), '---\nplaning: true\n---\n');
    const file = join(bench.folder, 'a-file');
    writeFileSync(file, 'x');
    const open = join(bench.folder, 'open.json');
    writeFileSync(open, JSON.stringify({ [TOKEN]: {} }), { mode: 0o644 });
    const none = join(bench.folder, 'none.json');
    writeFileSync(none, `{ "${TOKEN}": [] }`, { mode: 0o600 });
    const http = ['--http', '127.0.0.1:0', '--tokens'];
    for (const [said, ...args] of [
      [/can be read by others/, ...http, open],
      [/is not of this form/, ...http, none],
      [/cannot be read: ENOENT/, ...http, join(bench.folder, 'missing')],
      [/--allow-remote/, '--http', '0.0.0.0:0', '--tokens', none],
      [/Say what to do/],
      [/none of these/, '--stdio', '--store', 'postgres'],
      [/bad.manifest\.md.*planing/, '--stdio', '--coworkers', coworkers],
      [/cannot be read: ENOENT/, '--stdio', '--coworkers', join(bench.folder, 'none')],
      [/no such session|no plan session/i, 'inspect', 'srv:none', '--store', bench.store],
      [/no such session|no plan session/i, 'export', 'srv:none', '--store', bench.store],
      [/no such session|no plan session/i, 'verify', 'srv:none', '--store', bench.store],
      [/not a folder/, 'verify', '--all', '--store', `sqlite:${file}`],
    ] as const) {
      const { code, stdout, stderr } = await runServer(args);
      assert.equal(code, 2, args.join(' '));
      assert.equal(stdout, '', args.join(' '));
      assert.match(stderr, said);
      assert.ok(!stderr.includes(TOKEN));
    }
  });

  it('tells how it is used, and which version it is', async () => {
    const help = await runServer(['--help']);
    assert.equal(help.code, 0);
    assert.match(help.stdout, /^Usage:/);
    const { code, stdout } = await runServer(['--version']);
    assert.deepEqual([code, /^\d+\.\d+\.\d+\n$/.test(stdout)], [0, true]);
  });
});
