import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { PlanService } from '../../src/service/planService';
import { digest } from '../../src/host/digest';
import { createMemoryStore } from '../../src/stores/memoryStore';
import { PLAN_TOOL_NAMES } from '../../src/domain/planCommand';
import { DEFAULT_CHAT_TOOLS } from '../../src/editor/settings/contributions';
import { allTools } from '../../src/tools/allTools';
import type { PlanTool } from '../../src/tools/planTool';
import { runTool } from '../../src/tools/runTool';
import { guest, ORIGIN } from '../service/serviceFixtures';
import { fakeClock } from '../support/fakeClock';
import { fakeIds } from '../support/fakeIds';
import { fakeLog } from '../support/fakeLog';
import { fakeProcess } from '../support/fakeProcess';
import { plainTools, updatePlanTool, VALID_INPUTS } from './toolFixtures';

function keywordsOf(schema: unknown, into = new Set<string>()): Set<string> {
  if (typeof schema !== 'object' || schema === null) return into;
  for (const [keyword, value] of Object.entries(schema)) {
    into.add(keyword);
    if (keyword === 'properties') {
      for (const part of Object.values(value as object)) keywordsOf(part, into);
    } else if (keyword === 'items') keywordsOf(value, into);
  }
  return into;
}

describe('what the tools look like to a model', () => {
  it('[DP.14] the schema of update_plan is this one', () => {
    assert.deepEqual(updatePlanTool.inputSchema, {
      type: 'object',
      properties: {
        expected_revision: { type: 'integer', minimum: 0 },
        explanation: { type: 'string' },
        steps: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              id: { type: 'string' },
              description: { type: 'string' },
              status: { type: 'string', enum: ['pending', 'in_progress', 'completed'] },
            },
            required: ['id', 'description', 'status'],
            additionalProperties: false,
          },
        },
      },
      required: ['expected_revision', 'steps'],
      additionalProperties: false,
    });
  });

  it('[DPx.1][DP.97] no argument of update_plan is called like a method that templates find on a map', () => {
    const methods = [
      'items',
      'keys',
      'values',
      'get',
      'pop',
      'update',
      'copy',
      'clear',
      'setdefault',
    ];
    const names = Object.keys(updatePlanTool.inputSchema['properties'] ?? {});
    assert.deepEqual(
      names.filter((name) => methods.includes(name)),
      [],
    );
  });

  it('the arguments of every tool are these', () => {
    assert.deepEqual(
      Object.fromEntries(
        allTools.map(({ name, inputSchema }) => [
          name,
          Object.keys(inputSchema['properties'] ?? {}),
        ]),
      ),
      {
        update_plan: ['expected_revision', 'explanation', 'steps'],
        read_plan: ['hierarchical'],
        write_plan: ['items'],
        add_task: ['content', 'active_form'],
        update_task_status: ['task_id', 'status'],
        update_task_statuses: ['updates'],
        remove_task: ['task_id'],
        add_subtask: ['parent_id', 'content', 'active_form'],
        set_dependency: ['task_id', 'depends_on_id'],
        get_available_tasks: [],
      },
    );
  });

  it('schemas use only keywords that every host knows', () => {
    const known = [
      'type',
      'properties',
      'required',
      'additionalProperties',
      'enum',
      'items',
      'minimum',
    ];
    for (const { inputSchema } of [...allTools, ...plainTools]) {
      assert.deepEqual(
        [...keywordsOf(inputSchema)].filter((keyword) => !known.includes(keyword)),
        [],
      );
    }
  });

  it('[FC.53] descriptions are short and hold nothing that a session could change', () => {
    for (const { description } of allTools) {
      assert.ok(description.length <= 500, `${description.length} characters`);
      assert.doesNotMatch(description, /\d{2}|revision \d/);
    }
  });

  it('[FC.53] the two default tools cost at most 450 tokens, all ten at most 1,600', () => {
    // JSON like this has 4.5 to 4.9 bytes to a token (o200k: 291 and 1,142 tokens when measured).
    const tokens = (names: readonly string[]): number =>
      Buffer.byteLength(surface(allTools.filter(({ name }) => names.includes(name)))) / 4.3;
    assert.ok(tokens(DEFAULT_CHAT_TOOLS) <= 450, `${tokens(DEFAULT_CHAT_TOOLS)} tokens`);
    assert.ok(tokens(PLAN_TOOL_NAMES) <= 1_600, `${tokens(PLAN_TOOL_NAMES)} tokens`);
  });

  it('[FC.53] a fresh process offers the same bytes, and no call changes one of them', async () => {
    const before = surface();
    const origin = { ...ORIGIN, configuration: { planning: true, subtasks: true } };
    const store = createMemoryStore();
    const service = new PlanService({
      store: () => Promise.resolve(store),
      clock: fakeClock(),
      digest,
      ids: fakeIds(),
      process: fakeProcess(),
      log: fakeLog(),
    });
    for (const tool of allTools) {
      for (const [index, input] of [VALID_INPUTS[tool.name], {}, null].entries()) {
        await runTool(service, tool, { ...guest(`call-${index}-${tool.name}`), origin }, input);
        assert.equal(surface(), before);
      }
    }
    assert.equal(await surfaceOfFreshProcess(), before);
  });
});

/** What every request of a model begins with. */
function surface(tools: readonly PlanTool[] = allTools): string {
  return JSON.stringify(
    tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
  );
}

function surfaceOfFreshProcess(): Promise<string> {
  const script = `
    const { allTools } = require('./src/tools/allTools.ts');
    process.stdout.write(JSON.stringify(
      allTools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))));`;
  return new Promise((resolve, reject) => {
    execFile(process.execPath, ['--import', 'tsx', '-e', script], (error, stdout) => {
      if (error) reject(new Error('The tools could not be loaded.', { cause: error }));
      else resolve(stdout);
    });
  });
}
