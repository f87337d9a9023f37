import assert from 'node:assert/strict';
import { step } from '../domain/planFixtures';
import { callTool, currentPlan, McpBench, readResource, writePlan } from './mcpBench';

describe('the session of an agent that speaks MCP', function () {
  this.timeout(60_000);
  let bench: McpBench;
  beforeEach(() => {
    bench = new McpBench();
  });
  afterEach(() => bench.dispose());

  it('keeps a plan over several turns and a restart, in the session that was named', async () => {
    const first = await bench.start('codex', ['--session', 'release']);
    const { isError, content, structuredContent } = await writePlan(first, 0);
    assert.equal(isError, false);
    assert.equal(structuredContent['message'], content[0]?.text);
    assert.equal(structuredContent['revision'], 1);
    await writePlan(first, 1);
    first.child.stdin.end();
    assert.equal((await first.ended).code, 0);
    const second = await bench.start('other', ['--session', 'release']);
    const { sessionId, plan, coworker } = await currentPlan(second);
    assert.deepEqual([sessionId, plan?.revision, coworker], ['mcp:release', 2, 'codex']);
    assert.match((await callTool(second, 'read_plan')).content[0]?.text ?? '', /\[a\] Do a/);
    assert.match(await readResource(second, 'plan://current.md'), /- \[ \] Do a/);
  });

  it('has the session of the conversation that the host names, else one of its own', async () => {
    const thread = await bench.start('codex-mcp-client');
    await writePlan(thread, 0, { threadId: 't1' });
    await writePlan(thread, 0, {
      threadId: 't2',
      'x-codex-turn-metadata': { parent_thread_id: 't1' },
    });
    assert.equal((await currentPlan(thread)).sessionId, 'mcp:codex-mcp-client:t2');
    await writePlan(thread, 1, { threadId: 't1' });
    assert.equal((await currentPlan(thread)).sessionId, 'mcp:codex-mcp-client:t1');
    for (const [variable, client] of [
      ['CLAUDE_CODE_SESSION_ID', 'claude-code'],
      ['COPILOT_AGENT_SESSION_ID', 'copilot-cli'],
      ['QWEN_CODE_SESSION_ID', 'qwen'],
    ] as const) {
      const server = await bench.start(client, [], { [variable]: 'abc' });
      await writePlan(server, 0);
      assert.equal((await currentPlan(server)).sessionId, `mcp:${client}:abc`);
    }
    const [one, other] = [await bench.start(), await bench.start()];
    await writePlan(one, 0);
    assert.equal((await currentPlan(other)).plan, null);
    assert.match((await currentPlan(one)).sessionId, /^mcp:[^:]+-\d{4}-/);
  });

  it('never lets a thread below another one write the plan of that, also where a session was named', async () => {
    const server = await bench.start('codex', ['--session', 'n']);
    await writePlan(server, 0, { threadId: 't1' });
    assert.equal((await currentPlan(server)).sessionId, 'mcp:n');
    const child = { threadId: 't2', 'x-codex-turn-metadata': { parent_thread_id: 't1' } };
    assert.equal((await writePlan(server, 0, child)).structuredContent['revision'], 1);
    assert.equal((await currentPlan(server)).sessionId, 'mcp:n:t2');
    for (const odd of [{ threadId: 5 }, { threadId: '' }, { 'x-codex-turn-metadata': 'x' }]) {
      await callTool(server, 'read_plan', {}, odd);
      assert.equal((await currentPlan(server)).sessionId, 'mcp:n');
    }
  });

  it('does what was asked before its input ended, and loses nothing when it is killed', async () => {
    const first = await bench.start('lab', ['--session', 's']);
    first.send('tools/call', {
      name: 'update_plan',
      arguments: { expected_revision: 0, steps: [step('a')] },
    });
    first.child.stdin.end();
    assert.equal((await first.ended).code, 0);
    const second = await bench.start('lab', ['--session', 's']);
    assert.equal((await currentPlan(second)).plan?.revision, 1);
    await writePlan(second, 1);
    second.child.kill('SIGKILL');
    await second.ended;
    const third = await bench.start('lab', ['--session', 's']);
    assert.equal((await currentPlan(third)).plan?.revision, 2);
  });

  it('tells who subscribed that the plan changed, also by another process', async () => {
    const [one, other] = [
      await bench.start('lab', ['--session', 's']),
      await bench.start('lab', ['--session', 's']),
    ];
    await writePlan(one, 0);
    await currentPlan(other);
    await other.result('resources/subscribe', { uri: 'plan://current' });
    await writePlan(one, 1);
    const { params } = await other.until(
      ({ method }) => method === 'notifications/resources/updated',
    );
    assert.deepEqual(params, { uri: 'plan://current' });
    assert.equal((await currentPlan(other)).plan?.revision, 2);
  });
});
