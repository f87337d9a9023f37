import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PlanError } from '../../src/domain/planError';
import { readCoworkers, readSpec } from '../../src/server/coworkers';
import { currentPlan, McpBench, writePlan } from './mcpBench';
import { ServerProcess } from './serverProcess';

describe('an agent spec for the server', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'session-plans-spec-'));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  function file(text: string): string {
    const path = join(folder, 'agent.yaml');
    writeFileSync(path, text);
    return path;
  }

  it('[PT.108] is YAML or JSON, and the rest of an agent is ignored', async () => {
    const yaml = 'model: m\ncapabilities:\n  - Code\n  - Planning:\n      enable_subtasks: true\n';
    const json = '{ "model": "m", "capabilities": [{ "Planning": { "enable_subtasks": true } }] }';
    const [one, other] = [await readSpec(file(yaml)), await readSpec(file(json))];
    assert.deepEqual(one, other);
    assert.deepEqual([one.session, one.store, one.coworker.id], ['default', 'memory:', 'spec']);
    const { configuration } = one.coworker;
    assert.deepEqual([configuration.planning, configuration.subtasks], [true, true]);
  });

  it('[PT.109] sets the store, the session and how the coworker plans', async () => {
    const text = `capabilities: [{ Planning: { backend: sqlite, database: d.db, session: s,
      inject: false, guidance: "", cache_ttl: 1h, tools: [update_plan] } }]`;
    const { session, store, coworker } = await readSpec(file(text));
    assert.deepEqual([session, store], ['s', 'sqlite:d.db']);
    const { inject, guidance, cache_ttl, tools } = coworker.configuration;
    assert.deepEqual([inject, guidance, cache_ttl, tools], [false, '', '1h', ['update_plan']]);
    const ids = (await readCoworkers(undefined, coworker)).map(({ id }) => id);
    assert.deepEqual(ids, ['planner', 'spec']);
  });

  it('[PTx.21] is refused with the file and the reason where it makes no sense', async () => {
    for (const [text, message] of [
      ['capabilities: [{ Planning: { backend: mysql } }]', /agent\.yaml: .*backend/],
      ['capabilities: [{ Planning: { database: d.db } }]', /agent\.yaml: .*backend to sqlite/],
      ['capabilities: [{ Planning: { plan: 1 } }]', /agent\.yaml: .*does not know plan; allowed/],
      ['capabilities: [{ Planning: { tools: [add_subtask] } }]', /agent\.yaml: .*add_subtask/],
      ['capabilities: []', /agent\.yaml: .*0 times/],
      ['{ "capabilities": [', /agent\.yaml: /],
    ] as const) {
      await assert.rejects(readSpec(file(text)), (error) => {
        assert.ok(PlanError.is(error, 'invalid_configuration'));
        assert.match(error.message, message);
        return true;
      });
    }
    await assert.rejects(readSpec(join(folder, 'none')), /cannot be read: ENOENT/);
  });

  it('makes its session at the start, or opens it, and an agent over MCP is in it', async function () {
    this.timeout(60_000);
    const bench = new McpBench();
    const spec = file(`{ "capabilities": [{ "Planning": { "backend": "sqlite",
      "database": ${JSON.stringify(join(folder, 'plans.db'))}, "session": "release" } }] }`);
    try {
      for (const revision of [0, 1]) {
        const server = new ServerProcess(['--stdio', '--spec', spec]);
        const found = await server.result('session/snapshot', { sessionId: 'release' });
        assert.deepEqual([found['coworker'], found['cursor']], ['spec', String(1 + revision)]);
        server.child.stdin.end();
        assert.equal((await server.ended).code, 0);
        const agent = await bench.startWith(['--mcp', '--spec', spec]);
        assert.equal((await writePlan(agent, revision)).isError, false);
        assert.equal((await currentPlan(agent)).sessionId, 'release');
      }
    } finally {
      await bench.dispose();
    }
  });
});
