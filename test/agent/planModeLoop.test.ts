import assert from 'node:assert/strict';
import type { ModelRequest } from '../../src/agent/modelRequest';
import { planModeTexts } from '../../src/agent/planModeTexts';
import { readOnlyTools } from '../../src/agent/readOnlyTools';
import { stripTail } from '../../src/agent/requestShaper';
import { PLAN_TOOL_NAMES } from '../../src/domain/planCommand';
import { PlanError } from '../../src/domain/planError';
import { VALID_INPUTS } from '../tools/toolFixtures';
import { textOf } from './agentFixtures';
import { callOf, openLoop, plans, says } from './loopBench';

const ACTIVE = /^Plan mode is active\./m;
const SWITCHED_ON = /^The user switched plan mode on/m;
const SWITCHED_OFF = /^Plan mode ended/m;

function said(requests: readonly ModelRequest[], text: RegExp): boolean[] {
  return requests.map((request) => text.test(textOf(request)));
}

/** A chat in which plan mode is selected and a plan of revision 1 is there. */
async function openPlanning() {
  const bench = openLoop();
  await bench.turn('Plan it', [plans(0, 'a'), says('Planned.')]);
  await bench.select(true);
  bench.sent.length = 0;
  return bench;
}

function lastResults({ history }: ReturnType<typeof openLoop>): string[] {
  return history.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.kind === 'tool_result' ? [String(part.content)] : [])),
  );
}

describe('plan mode in the tool loop', () => {
  it('[PM.33][PM.34] a selection while the model answers leaves that request and shapes the next', async () => {
    const bench = openLoop();
    const meanwhile = () => bench.select(true);
    await bench.turn('Go', [{ parts: [callOf('run_tests')], meanwhile }, says('Done.')]);
    assert.deepEqual(said(bench.sent, ACTIVE), [false, true]);
    assert.deepEqual(bench.ran, ['run_tests']);
  });

  it('[PMx.1] a selection that arrives in the last moment before a request counts for it', async () => {
    const bench = openLoop();
    const beforeBoundary = () => bench.select(true);
    await bench.turn('Go', [says('Planning.')], { beforeBoundary });
    assert.deepEqual(said(bench.sent, ACTIVE), [true]);
  });

  it('[PMx.4] a request that failed and is not sent again is no boundary; the one that is sent next is', async () => {
    const bench = openLoop();
    const failing = { meanwhile: () => bench.select(true), error: new Error('overloaded') };
    await assert.rejects(bench.turn('Go', [failing]), /overloaded/);
    assert.deepEqual((await bench.snapshot())?.planMode, { active: false, pending: true });
    await bench.turn('Go', [says('Planning.')]);
    assert.deepEqual((await bench.snapshot())?.planMode, { active: true });
    assert.deepEqual(said(bench.sent, ACTIVE), [false, true]);
  });

  it('[PMx.5] the model is told of a switch once, and of none before its first request', async () => {
    const bench = await openPlanning();
    await bench.turn('More', [callOf('copilot_readFile'), says('Read.')]);
    await bench.select(false);
    await bench.turn('Go', [callOf('run_tests'), says('Done.')]);
    assert.deepEqual(said(bench.sent, SWITCHED_ON), [true, false, false, false]);
    assert.deepEqual(said(bench.sent, SWITCHED_OFF), [false, false, true, false]);
    const fresh = openLoop();
    const beforeBoundary = () => fresh.select(true);
    await fresh.turn('Go', [says('Planning.')], { beforeBoundary });
    assert.deepEqual(said(fresh.sent, /switched/), [false]);
  });

  it('[PMx.7] its words are those that are configured, there while it is active and nowhere else', async () => {
    const texts = planModeTexts({ guidance: 'Only think.' });
    assert.equal(texts(true, undefined).modeGuidance, 'Only think.');
    assert.equal(texts(false, undefined).modeGuidance, undefined);
    const bench = await openPlanning();
    await bench.turn('More', [says('Planning.')]);
    await bench.select(false);
    await bench.turn('Go', [says('Done.')]);
    assert.deepEqual(said(bench.sent, ACTIVE), [true, false]);
    for (const request of bench.sent)
      assert.doesNotMatch(textOf(stripTail(request)), /[Pp]lan mode/);
  });

  it('[PMx.8] blank words and options that are not known are refused', () => {
    for (const options of [{ guidance: ' \n' }, { guidance: 3 }, { guidence: 'x' }]) {
      assert.throws(
        () => planModeTexts(options as never),
        (error) => PlanError.is(error, 'invalid_configuration'),
      );
    }
  });

  it('[PMx.9] every planning tool runs in it', async () => {
    const bench = await openPlanning();
    const { service } = bench;
    const session = 'chat://one';
    const turn_id = await service.execute({ kind: 'begin_turn', session, planMode: true });
    await service.execute({ kind: 'reach_boundary', session, turn_id });
    assert.equal((await bench.snapshot())?.planMode?.active, true);
    for (const name of PLAN_TOOL_NAMES) {
      const configuration = { planning: true, subtasks: true };
      const command = { name, input: VALID_INPUTS[name] } as never;
      const call = { session, turn_id, call_id: `in plan mode: ${name}`, configuration, command };
      const { content } = await service.execute({ kind: 'hosted_call', ...call });
      assert.doesNotMatch(content[0]?.text ?? '', /plan mode/i);
    }
  });

  it('[FC.35] nothing that may change something runs, also after a rejected exit and through the shell', async () => {
    const bench = await openPlanning();
    bench.review = { outcome: 'kept_planning', feedback: 'Think more.' };
    const exit = callOf('exit_plan_mode', { expected_revision: 1 });
    const tries = [callOf('run_tests'), callOf('copilot_readFile'), callOf('run_in_terminal')];
    await bench.turn('More', [exit, { parts: tries }, says('So be it.')]);
    assert.deepEqual(bench.ran, ['copilot_readFile']);
    const [kept, refused, , unknown] = lastResults(bench).slice(1);
    assert.match(kept ?? '', /Think more/);
    assert.match(
      refused ?? '',
      /^ERROR: Plan mode is active and run_tests is not known to only read/,
    );
    assert.match(unknown ?? '', /^ERROR: There is no tool run_in_terminal/);
    assert.equal((await bench.snapshot())?.planMode?.active, true);
  });

  it('[FC.35] only the names of the list count, and those that a person added', () => {
    const known = readOnlyTools(['my_reader']);
    assert.ok(known.has('my_reader') && known.has('copilot_readFile'));
    for (const name of ['run_in_terminal', 'copilot_createFile', 'runSubagent', 'my_other']) {
      assert.ok(!known.has(name), name);
    }
  });

  it('[PMx.15] an approved exit ends it before the next request, not before the calls of the same answer', async () => {
    const bench = await openPlanning();
    const exit = callOf('exit_plan_mode', { expected_revision: 1 });
    await bench.turn('Show me', [
      { parts: [exit, callOf('run_tests')] },
      callOf('run_tests'),
      says('Done.'),
    ]);
    assert.deepEqual(said(bench.sent, ACTIVE), [true, false, false]);
    assert.deepEqual(bench.ran, ['run_tests']);
    assert.equal((await bench.snapshot())?.approved, 1);
  });

  it('[FC.1] without the chat that made it, 32 steps of which ten are done are all there again', async () => {
    const bench = openLoop();
    const ids = Array.from({ length: 32 }, (_, at) => `step-${String(at)}`);
    const steps = ids.map((id, at) => ({
      ...{ id, description: `Do ${id}` },
      status: at < 10 ? 'completed' : 'pending',
    }));
    await bench.turn('Plan it', [plans(0, ...ids), says('Planned.')]);
    await bench.turn('Work', [
      callOf('update_plan', { expected_revision: 1, steps }),
      says('Ten are done.'),
    ]);
    bench.history.length = 0;
    bench.sent.length = 0;
    await bench.turn('Go on', [callOf('read_plan'), says('22 are open.')]);
    const lines = textOf(bench.sent[0] ?? { messages: [] }).split('\n');
    const open = lines.flatMap((line) => /^\d+\. \[ \] \[(\S+)\]/.exec(line)?.[1] ?? []);
    assert.deepEqual(open, ids.slice(10));
    const read = lastResults(bench).at(-1) ?? '';
    assert.deepEqual(read.match(/(?<=\] \[)step-\d+/g), ids);
    assert.match(read, /10 completed.* 22 pending/);
  });
});
