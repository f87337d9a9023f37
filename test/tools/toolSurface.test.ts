import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { PlanService } from '../../src/service/planService';
import { digest } from '../../src/host/digest';
import { createMemoryStore } from '../../src/stores/memoryStore';
import { allTools } from '../../src/tools/allTools';
import { runTool } from '../../src/tools/runTool';
import { guest } from '../service/serviceFixtures';
import { fakeClock } from '../support/fakeClock';
import { fakeIds } from '../support/fakeIds';
import { fakeLog } from '../support/fakeLog';
import { fakeProcess } from '../support/fakeProcess';
import { updatePlanTool } from './toolFixtures';

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

  it('[DPx.1][DP.97] no argument is called like a method that templates find on a map', () => {
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
    for (const { inputSchema } of allTools) {
      const names = Object.keys(inputSchema['properties'] ?? {});
      assert.deepEqual(
        names.filter((name) => methods.includes(name)),
        [],
      );
    }
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
    for (const { inputSchema } of allTools) {
      assert.deepEqual(
        [...keywordsOf(inputSchema)].filter((keyword) => !known.includes(keyword)),
        [],
      );
    }
  });

  it('[FC.53] descriptions are short and hold nothing that a session could change', () => {
    assert.deepEqual(
      allTools.map(({ name }) => name),
      ['update_plan', 'read_plan'],
    );
    for (const { description } of allTools) {
      assert.ok(description.length <= 500, `${description.length} characters`);
      assert.doesNotMatch(description, /\d{2}|revision \d/);
    }
  });

  it('[FC.53] a fresh process offers the same bytes, and no call changes one of them', async () => {
    const before = surface();
    const store = createMemoryStore();
    const service = new PlanService({
      store: () => Promise.resolve(store),
      clock: fakeClock(),
      digest,
      ids: fakeIds(),
      process: fakeProcess(),
      log: fakeLog(),
    });
    for (const [index, input] of [{}, null, { expected_revision: 0, steps: [] }].entries()) {
      for (const tool of allTools) {
        await runTool(service, tool, guest(`call-${index}-${tool.name}`), input);
        assert.equal(surface(), before);
      }
    }
    assert.equal(await surfaceOfFreshProcess(), before);
  });
});

/** What every request of a model begins with. */
function surface(): string {
  return JSON.stringify(
    allTools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema })),
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
