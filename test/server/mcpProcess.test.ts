import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { step } from '../domain/planFixtures';
import { runServer, ServerProcess } from './serverProcess';

interface CallResult {
  readonly isError: boolean;
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent: Record<string, unknown>;
}

interface ListedTool {
  readonly name: string;
  readonly annotations: Record<string, boolean>;
  readonly _meta?: Record<string, unknown>;
}

/** What an agent may have in its environment must not name a conversation for the tests. */
const NO_HOST = {
  ...{ CLAUDE_CODE_SESSION_ID: '', COPILOT_AGENT_SESSION_ID: '', QWEN_CODE_SESSION_ID: '' },
};

describe('the server of an agent that speaks MCP', function () {
  this.timeout(60_000);
  let folder: string;
  const running: ServerProcess[] = [];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'session-plans-mcp-'));
  });
  afterEach(async () => {
    await Promise.all(running.splice(0).map((server) => server.dispose()));
    rmSync(folder, { recursive: true, force: true });
  });

  const store = () => `sqlite:${folder}`;
  async function start(
    client = 'lab',
    args: readonly string[] = [],
    env: Record<string, string> = {},
  ): Promise<ServerProcess> {
    const all = ['--mcp', '--store', store(), ...args];
    const server = new ServerProcess(all, { ...NO_HOST, ...env });
    running.push(server);
    await server.result('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: client, version: '1' },
    });
    server.notify('notifications/initialized');
    return server;
  }

  const call = (server: ServerProcess, name: string, args?: unknown, meta?: object) =>
    server.result<CallResult>('tools/call', {
      ...{ name, ...(args !== undefined && { arguments: args }) },
      ...(meta && { _meta: meta }),
    });
  const write = (server: ServerProcess, revision: number, meta?: object) =>
    call(server, 'update_plan', { expected_revision: revision, steps: [step('a')] }, meta);
  const read = async (server: ServerProcess, uri = 'plan://current') => {
    const { contents } = await server.result<{ contents: { text: string }[] }>('resources/read', {
      uri,
    });
    return contents[0]?.text ?? '';
  };
  const current = async (server: ServerProcess) =>
    JSON.parse(await read(server)) as {
      sessionId: string;
      coworker?: string;
      plan: { revision: number } | null;
    };

  it('offers the tools of the coworker, marked as what they are, and says what they are for', async () => {
    const server = await start();
    const { tools } = await server.result<{ tools: ListedTool[] }>('tools/list');
    const byName = new Map(tools.map((tool) => [tool.name, tool]));
    assert.ok(byName.has('update_plan') && byName.has('add_task'));
    assert.ok(!byName.has('exit_plan_mode') && !byName.has('add_subtask'));
    for (const { name, annotations } of tools) {
      assert.deepEqual(annotations, {
        ...{ readOnlyHint: name === 'read_plan', destructiveHint: false, openWorldHint: false },
      });
    }
    const shown = tools.filter(({ _meta }) => _meta?.['anthropic/alwaysLoad'] === true);
    assert.deepEqual(
      shown.map(({ name }) => name),
      ['update_plan', 'read_plan'],
    );
  });

  it('answers what comes before initialize, and lists that nobody promised', async () => {
    const server = new ServerProcess(['--mcp', '--store', store()], NO_HOST);
    running.push(server);
    assert.equal((await server.request('server/discover', {})).error?.code, -32601);
    for (const version of ['2024-11-05', '2025-06-18', '2025-11-25']) {
      const { protocolVersion, instructions } = await server.result<Record<string, string>>(
        'initialize',
        { protocolVersion: version, capabilities: {}, clientInfo: { name: 'x', version: '1' } },
      );
      assert.equal(protocolVersion, version);
      assert.ok(Buffer.byteLength(instructions ?? '') <= 1_500 && instructions !== '');
    }
    assert.deepEqual(await server.result('ping'), {});
    assert.deepEqual(await server.result('prompts/list'), { prompts: [] });
    assert.deepEqual(await server.result('resources/templates/list'), { resourceTemplates: [] });
    const { resources } = await server.result<{ resources: { uri: string }[] }>('resources/list');
    assert.deepEqual(
      resources.map(({ uri }) => uri),
      ['plan://current', 'plan://current.md'],
    );
  });

  it('keeps a plan over several turns and a restart, in the session that was named', async () => {
    const first = await start('codex', ['--session', 'release']);
    const { isError, content, structuredContent } = await write(first, 0);
    assert.equal(isError, false);
    assert.equal(structuredContent['message'], content[0]?.text);
    assert.equal(structuredContent['revision'], 1);
    await write(first, 1);
    first.child.stdin.end();
    assert.equal((await first.ended).code, 0);
    const second = await start('other', ['--session', 'release']);
    const { sessionId, plan, coworker } = await current(second);
    assert.deepEqual([sessionId, plan?.revision, coworker], ['mcp:release', 2, 'codex']);
    assert.match((await call(second, 'read_plan')).content[0]?.text ?? '', /\[a\] Do a/);
    assert.match(await read(second, 'plan://current.md'), /- \[ \] Do a/);
  });

  it('has the session of the conversation that the host names, else one of its own', async () => {
    const thread = await start('codex-mcp-client');
    await write(thread, 0, { threadId: 't1' });
    await write(thread, 0, { threadId: 't2', 'x-codex-turn-metadata': { parent_thread_id: 't1' } });
    assert.equal((await current(thread)).sessionId, 'mcp:codex-mcp-client:t2');
    await write(thread, 1, { threadId: 't1' });
    assert.equal((await current(thread)).sessionId, 'mcp:codex-mcp-client:t1');
    for (const [variable, client] of [
      ['CLAUDE_CODE_SESSION_ID', 'claude-code'],
      ['COPILOT_AGENT_SESSION_ID', 'copilot-cli'],
      ['QWEN_CODE_SESSION_ID', 'qwen'],
    ] as const) {
      const server = await start(client, [], { [variable]: 'abc' });
      await write(server, 0);
      assert.equal((await current(server)).sessionId, `mcp:${client}:abc`);
    }
    const [one, other] = [await start(), await start()];
    await write(one, 0);
    assert.equal((await current(other)).plan, null);
    assert.match((await current(one)).sessionId, /^mcp:[^:]+-\d{4}-/);
  });

  it('never lets a thread below another one write the plan of that, also where a session was named', async () => {
    const server = await start('codex', ['--session', 'n']);
    await write(server, 0, { threadId: 't1' });
    assert.equal((await current(server)).sessionId, 'mcp:n');
    const child = { threadId: 't2', 'x-codex-turn-metadata': { parent_thread_id: 't1' } };
    assert.equal((await write(server, 0, child)).structuredContent['revision'], 1);
    assert.equal((await current(server)).sessionId, 'mcp:n:t2');
    for (const odd of [{ threadId: 5 }, { threadId: '' }, { 'x-codex-turn-metadata': 'x' }]) {
      await call(server, 'read_plan', {}, odd);
      assert.equal((await current(server)).sessionId, 'mcp:n');
    }
  });

  it('says what is wrong with a call as a result that begins with ERROR', async () => {
    const server = await start();
    for (const [args, said] of [
      [{ expected_revision: 5, steps: [] }, /expected_revision must be 0, not 5/],
      [{ expected_revision: 0, steps: '[]' }, /steps: expected array/],
      [{ expected_revision: 0, steps: [], more: 1 }, /more/],
      [undefined, /expected_revision/],
    ] as const) {
      const { isError, content, structuredContent } = await call(server, 'update_plan', args);
      const text = content[0]?.text ?? '';
      assert.ok(isError && text.startsWith('ERROR: '), text);
      assert.match(text, said);
      assert.equal(structuredContent['message'], text);
    }
    const unknown = await server.request('tools/call', { name: 'exit_plan_mode', arguments: {} });
    assert.equal(unknown.error?.code, -32602);
    const nowhere = await server.request('resources/read', { uri: 'plan://other' });
    assert.equal(nowhere.error?.code, -32602);
  });

  it('stands what hosts add: an argument that is not ours, a cancel of what is over', async () => {
    const server = await start();
    const args = { expected_revision: 0, steps: [step('a')], wait_for_previous: true };
    assert.equal((await call(server, 'update_plan', args)).isError, false);
    const before = await current(server);
    for (const requestId of [1, 2, 3, 99, 'x']) {
      server.notify('notifications/cancelled', { requestId, reason: 'AbortError' });
    }
    assert.deepEqual(await current(server), before);
  });

  it('puts calls that come at once into the order in which they came', async () => {
    const server = await start();
    const ids = Array.from({ length: 10 }, (_, revision) =>
      server.send('tools/call', {
        name: 'update_plan',
        arguments: { expected_revision: revision, steps: [step(`s${String(revision)}`)] },
      }),
    );
    for (const id of ids) {
      const { result } = await server.until((one) => one.id === id);
      assert.equal(result?.['isError'], false);
    }
    assert.equal((await current(server)).plan?.revision, 10);
  });

  it('does what was asked before its input ended, and loses nothing when it is killed', async () => {
    const first = await start('lab', ['--session', 's']);
    first.send('tools/call', {
      name: 'update_plan',
      arguments: { expected_revision: 0, steps: [step('a')] },
    });
    first.child.stdin.end();
    assert.equal((await first.ended).code, 0);
    const second = await start('lab', ['--session', 's']);
    assert.equal((await current(second)).plan?.revision, 1);
    await write(second, 1);
    second.child.kill('SIGKILL');
    await second.ended;
    const third = await start('lab', ['--session', 's']);
    assert.equal((await current(third)).plan?.revision, 2);
  });

  it('tells who subscribed that the plan changed, also by another process', async () => {
    const [one, other] = [
      await start('lab', ['--session', 's']),
      await start('lab', ['--session', 's']),
    ];
    await write(one, 0);
    await current(other);
    await other.result('resources/subscribe', { uri: 'plan://current' });
    await write(one, 1);
    const { params } = await other.until(
      ({ method }) => method === 'notifications/resources/updated',
    );
    assert.deepEqual(params, { uri: 'plan://current' });
    assert.equal((await current(other)).plan?.revision, 2);
  });

  it('[FC.7] says that the plan is not available where its storage is not, and never that it is empty', async () => {
    const file = join(folder, 'file');
    writeFileSync(file, 'x');
    const server = await start('lab', ['--store', `sqlite:${file}`, '--session', 's']);
    for (const name of ['read_plan', 'update_plan']) {
      const args = name === 'read_plan' ? {} : { expected_revision: 0, steps: [step('a')] };
      const { isError, structuredContent } = await call(server, name, args);
      assert.deepEqual([isError, structuredContent['error']], [true, 'store_unavailable']);
    }
    assert.ok((await server.request('resources/read', { uri: 'plan://current' })).error);
  });

  it('keeps quiet about its environment, and its output is JSON alone', async () => {
    const secret = 'sk-secret-of-the-environment';
    const server = await start('lab', [], { ANTHROPIC_API_KEY: secret });
    await write(server, 0);
    server.child.stdin.write('no json\n');
    server.child.stdin.write('{"jsonrpc":"2.0","id":"x","method":"nothing"}\n');
    await server.until(({ id }) => id === 'x');
    server.child.stdin.end();
    const { stdout, stderr } = await server.ended;
    assert.ok(!`${stdout}${stderr}`.includes(secret));
    for (const line of stdout.split('\n').filter(Boolean)) JSON.parse(line);
  });

  it('refuses arguments that make no sense', async () => {
    for (const [said, ...args] of [
      [/--session takes a name/, '--mcp', '--session', ' '],
      [/no coworker "x"/, '--mcp', '--coworker', 'x', '--store', 'memory:'],
    ] as const) {
      const { code, stderr } = await runServer(args);
      assert.equal(code, 2);
      assert.match(stderr, said);
    }
  });
});
