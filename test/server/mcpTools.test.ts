import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { step } from '../domain/planFixtures';
import { callTool, currentPlan, McpBench, writePlan } from './mcpBench';
import { runServer } from './serverProcess';

interface ListedTool {
  readonly name: string;
  readonly annotations: Record<string, boolean>;
  readonly _meta?: Record<string, unknown>;
}

describe('the server of an agent that speaks MCP', function () {
  this.timeout(60_000);
  let bench: McpBench;
  beforeEach(() => {
    bench = new McpBench();
  });
  afterEach(() => bench.dispose());

  it('offers the tools of the coworker, marked as what they are, and says what they are for', async () => {
    const server = await bench.start();
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
    const server = bench.launch();
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

  it('says what is wrong with a call as a result that begins with ERROR', async () => {
    const server = await bench.start();
    for (const [args, said] of [
      [{ expected_revision: 5, steps: [] }, /expected_revision must be 0, not 5/],
      [{ expected_revision: 0, steps: '[]' }, /steps: expected array/],
      [{ expected_revision: 0, steps: [], more: 1 }, /more/],
      [undefined, /expected_revision/],
    ] as const) {
      const { isError, content, structuredContent } = await callTool(server, 'update_plan', args);
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
    const server = await bench.start();
    const args = { expected_revision: 0, steps: [step('a')], wait_for_previous: true };
    assert.equal((await callTool(server, 'update_plan', args)).isError, false);
    const before = await currentPlan(server);
    for (const requestId of [1, 2, 3, 99, 'x']) {
      server.notify('notifications/cancelled', { requestId, reason: 'AbortError' });
    }
    assert.deepEqual(await currentPlan(server), before);
  });

  it('takes a number and a text for two requests, also where they look alike', async () => {
    const server = await bench.start();
    const call = (id: string | number, revision: number) => {
      const args = { expected_revision: revision, steps: [step(`s${revision}`)] };
      server.write({ id, method: 'tools/call', params: { name: 'update_plan', arguments: args } });
      return server.until((one) => one.id === id);
    };
    for (const [index, id] of [100, '100', '"100"'].entries()) {
      const { result } = await call(id, index);
      assert.deepEqual(
        [result?.['isError'], (await currentPlan(server)).plan?.revision],
        [false, index + 1],
      );
    }
  });

  it('puts calls that come at once into the order in which they came', async () => {
    const server = await bench.start();
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
    assert.equal((await currentPlan(server)).plan?.revision, 10);
  });

  it('[FC.7] says that the plan is not available where its storage is not, and never that it is empty', async () => {
    const file = join(bench.folder, 'file');
    writeFileSync(file, 'x');
    const server = await bench.start('lab', ['--store', `sqlite:${file}`, '--session', 's']);
    for (const name of ['read_plan', 'update_plan']) {
      const args = name === 'read_plan' ? {} : { expected_revision: 0, steps: [step('a')] };
      const { isError, structuredContent } = await callTool(server, name, args);
      assert.deepEqual([isError, structuredContent['error']], [true, 'store_unavailable']);
    }
    assert.ok((await server.request('resources/read', { uri: 'plan://current' })).error);
  });

  it('keeps quiet about its environment, and its output is JSON alone', async () => {
    const secret = 'sk-secret-of-the-environment';
    const server = await bench.start('lab', [], { ANTHROPIC_API_KEY: secret });
    await writePlan(server, 0);
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
