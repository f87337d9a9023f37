import assert from 'node:assert/strict';
import { PlanError } from '../../src/domain/planError';
import { resultText, toolResultSchema } from '../../src/domain/toolResult';
import { allTools } from '../../src/tools/allTools';
import { runTool } from '../../src/tools/runTool';
import { step } from '../domain/planFixtures';
import { guest, hosted, openBench, SESSION } from '../service/serviceFixtures';
import { readPlanTool, updatePlanTool, VALID_INPUTS } from './toolFixtures';

const INPUT = { expected_revision: 0, steps: [step('a')] };

describe('a tool call', () => {
  it('goes from raw input to the recorded answer', async () => {
    const bench = openBench();
    const written = await runTool(bench.service, updatePlanTool, guest('call-1'), INPUT);
    assert.deepEqual(written.structuredContent, { revision: 1, step_count: 1 });
    const read = await runTool(bench.service, readPlanTool, guest('call-2'), {});
    assert.match(resultText(read), /1\. \[ \] \[a\] Do a/);
    for (const result of [written, read]) assert.deepEqual(toolResultSchema.parse(result), result);
  });

  it('[DP.43] with input of the wrong shape is refused alike for every tool, before anything is read', async () => {
    const bench = openBench();
    const turn_id = await bench.openTurn(SESSION, { planning: true, subtasks: true });
    const before = await bench.stored();
    const asked = { ...bench.store.asked };
    for (const tool of allTools) {
      for (const input of [
        null,
        'text',
        [],
        { unknown: true },
        { expected_revision: -1, steps: [] },
        { ...VALID_INPUTS[tool.name], another: 1 },
      ]) {
        const result = await runTool(bench.service, tool, hosted('call-1', { turn_id }), input);
        assert.equal(result.isError, true);
        assert.deepEqual(result.structuredContent, { error: 'invalid_input' });
        assert.match(resultText(result), new RegExp(`^ERROR: The input does not fit ${tool.name}`));
      }
    }
    assert.deepEqual(bench.store.asked, asked);
    assert.deepEqual(await bench.stored(), before);
    // It was not recorded: the id is still free.
    const valid = await runTool(
      bench.service,
      updatePlanTool,
      hosted('call-1', { turn_id }),
      INPUT,
    );
    assert.equal(valid.isError, false);
  });

  it('[FC.16][FC.27] never throws for what a model may send, and the next call works', async () => {
    const bench = openBench();
    for (const [index, input] of [
      undefined,
      '[x] one',
      { ...INPUT, steps: '[x] one' },
      INPUT,
      INPUT,
    ].entries()) {
      await runTool(bench.service, updatePlanTool, guest(`call-${index}`), input);
    }
    assert.deepEqual((await bench.plan())?.steps, [step('a')]);
    assert.deepEqual(
      (await bench.events()).map(({ type }) => type),
      ['session_created', 'plan_updated', 'tool_finished'],
    );
  });

  it('hands every failure on as it is, for the border to put into words', async () => {
    const bench = openBench();
    const failures = [
      new PlanError('store_unavailable', 'x'),
      new PlanError('retry', 'x'),
      new TypeError('a bug'),
    ];
    for (const failure of failures) {
      bench.store.faults.beforeLoad = () => {
        throw failure;
      };
      const call = runTool(bench.service, readPlanTool, guest('call-1'), {});
      await assert.rejects(call, (error) => error === failure);
    }
  });
});
