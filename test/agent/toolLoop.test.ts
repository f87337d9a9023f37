import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ModelMessage, ModelRequest } from '../../src/agent/modelRequest';
import { stripTail } from '../../src/agent/requestShaper';
import { messagesSoFar } from '../../src/agent/toolLoop';
import { rejectsWith } from '../service/serviceFixtures';
import { textOf } from './agentFixtures';
import { callOf, openLoop, plans, says, type ScriptedAnswer } from './loopBench';

/** The words of a request, in the order of its bytes, without the tail and its marker. */
function durable(request: ModelRequest): string[] {
  return stripTail(request).messages.flatMap(({ role, parts }, at) =>
    parts.map((part) => JSON.stringify([at, role, part])),
  );
}

/** Every call has one answer, in the message that follows it. */
function assertAnswered(messages: readonly ModelMessage[]): void {
  messages.forEach(({ parts }, at) => {
    const called = parts.flatMap((part) => (part.kind === 'tool_call' ? [part.call_id] : []));
    const answers = (messages[at + 1]?.parts ?? []).flatMap((part) =>
      part.kind === 'tool_result' ? [part.call_id] : [],
    );
    assert.deepEqual(answers, called);
  });
}

function resultsOf(messages: readonly ModelMessage[] = []): string[] {
  return messages
    .flatMap(({ parts }) => parts)
    .flatMap((part) => (part.kind === 'tool_result' ? [String(part.content)] : []));
}

describe('the tool loop', () => {
  it('answers calls in their order and asks again until the model calls nothing more', async () => {
    const bench = openLoop();
    const end = await bench.turn('Fix it', [
      plans(0, 'read', 'write'),
      { parts: [says('I '), says('test.'), callOf('run_tests'), callOf('copilot_readFile')] },
      says('Done.'),
    ]);
    assert.equal(end, 'done');
    assert.equal(bench.sent.length, 3);
    assert.deepEqual(bench.ran, ['run_tests', 'copilot_readFile']);
    assertAnswered(bench.history);
    assert.deepEqual(resultsOf(bench.history).slice(1), [
      'run_tests ran.',
      'copilot_readFile ran.',
    ]);
    assert.deepEqual(bench.history[3]?.parts[0], says('I test.'));
  });

  it('[PT.2][PT.4] shows the plan of the moment at the end of each request, and keeps it in none', async () => {
    const bench = openLoop();
    await bench.turn('Fix it', [plans(0, 'read'), plans(1, 'read', 'write'), says('Done.')]);
    const shown = bench.sent.map((request) => /^Revision: (\d+)$/m.exec(textOf(request))?.[1]);
    assert.deepEqual(shown, [undefined, '1', '2']);
    assert.doesNotMatch(JSON.stringify(bench.history), /Revision: /);
  });

  it('[PT.12][FC.53] sends requests that each begin with the one before, whatever happens in a chat', async () => {
    const answer = fc.oneof(
      fc.constant(() => says('Going on.')),
      fc.constant(() => callOf('run_tests')),
      fc.constant(() => callOf('no_such_tool')),
      fc.constant(() => callOf('exit_plan_mode', { expected_revision: 1 })),
      fc.nat(3).map((revision) => () => plans(revision, 'a', 'b')),
      fc.constant((): ScriptedAnswer => ({ parts: [says('I was')], error: new Error('Away.') })),
      fc.constant((): ScriptedAnswer => ({ parts: [says('So'), callOf('x')], stop: 'said' })),
      fc.constant((): ScriptedAnswer => ({
        parts: [callOf('run_tests'), callOf('run_tests')],
        stop: 'answered',
      })),
      fc.constant((): ScriptedAnswer => ({})),
    );
    const turn = fc.record({
      answers: fc.array(answer, { maxLength: 5 }),
      select: fc.option(fc.boolean()),
      maxRounds: fc.integer({ min: 1, max: 4 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(turn, { minLength: 1, maxLength: 5 }), async (turns) => {
        const bench = openLoop();
        for (const [at, { answers, select, maxRounds }] of turns.entries()) {
          if (select !== null && at > 0) await bench.select(select);
          await bench
            .turn(
              `Message ${String(at)}`,
              answers.map((make) => make()),
              { maxRounds },
            )
            .catch((error: unknown) => {
              assert.match(String(error), /Away|cancelled/);
            });
        }
        const requests = bench.sent.map(durable);
        requests.slice(1).forEach((next, at) => {
          const before = requests[at] ?? [];
          assert.deepEqual(next.slice(0, before.length), before);
        });
        assertAnswered(bench.history);
        assert.equal((await bench.snapshot())?.turn, null);
      }),
      { numRuns: 60 },
    );
  });

  it('stops after so many requests, with every call answered', async () => {
    const bench = openLoop();
    const again = Array.from({ length: 9 }, () => callOf('run_tests'));
    assert.equal(await bench.turn('Fix it', again, { maxRounds: 3 }), 'out_of_rounds');
    assert.equal(bench.sent.length, 3);
    assertAnswered(bench.history);
    assert.equal(await bench.turn('continue', [says('Done.')]), 'done');
  });

  it('says when the model answered nothing, and keeps no empty message', async () => {
    const bench = openLoop();
    assert.equal(await bench.turn('Fix it', [{}]), 'nothing_said');
    assert.equal(bench.history.length, 1);
  });

  it('[DP.89] stopped between two calls runs no further one and says so to the next request', async () => {
    const bench = openLoop();
    const parts = [callOf('run_tests'), plans(0, 'a'), callOf('run_tests')];
    await rejectsWith('cancelled', bench.turn('Fix it', [{ parts, stop: 'answered' }]));
    assert.deepEqual(bench.ran, ['run_tests']);
    assert.equal((await bench.snapshot())?.plan, null);
    assertAnswered(bench.history);
    assert.deepEqual(
      resultsOf(bench.history)
        .slice(1)
        .map((text) => text.slice(0, 15)),
      ['ERROR: Not run:', 'ERROR: Not run:'],
    );
  });

  it('says of a call that was running when the answer ended that it may have taken effect', async () => {
    const bench = openLoop();
    const parts = [plans(0, 'a'), callOf('run_tests')];
    const { append } = bench.store;
    const meanwhile = () => {
      bench.store.append = () => {
        bench.store.append = append;
        return Promise.reject(new Error('EIO'));
      };
    };
    await assert.rejects(bench.turn('Fix it', [{ parts, meanwhile }]), /EIO/);
    assert.deepEqual(
      resultsOf(bench.history).map((text) => text.slice(0, 20)),
      ['ERROR: The answer en', 'ERROR: Not run: the '],
    );
    assert.deepEqual(bench.ran, []);
  });

  it('can be kept while calls run: each has an answer that says so, and the turn itself is as it was', () => {
    const asked: ModelMessage = { role: 'user', parts: [says('Fix it')] };
    const running = [callOf('run_tests'), callOf('read_file')];
    const turn = {
      messages: [asked, { role: 'assistant', parts: [says('Testing.'), ...running] } as const],
      planMode: false,
    };
    const kept = messagesSoFar(turn);
    assertAnswered(kept);
    assert.deepEqual(kept.slice(0, 2), turn.messages);
    assert.match(resultsOf(kept)[1] ?? '', /^ERROR: The answer ended while this ran/);
    assert.deepEqual([kept.length, turn.messages.length], [3, 2]);
    assert.deepEqual(messagesSoFar({ ...turn, messages: [asked] }), [asked]);
    assert.deepEqual(messagesSoFar({ ...turn, messages: [...kept] }), kept);
  });

  it('keeps what was said before a model failed, without the calls that were never answered', async () => {
    const bench = openLoop();
    const parts = [says('I will test.'), callOf('run_tests')];
    await assert.rejects(bench.turn('Fix it', [{ parts, error: new Error('Away.') }]), /Away/);
    assert.deepEqual(bench.history[1]?.parts, [says('I will test.')]);
    assert.deepEqual(bench.ran, []);
  });

  it('[PT.71] ends with the failure of the store, before the request that would miss the plan', async () => {
    const bench = openLoop();
    await bench.turn('Plan it', [plans(0, 'a'), says('Planned.')]);
    bench.store.load = () => Promise.reject(new Error('EIO'));
    await assert.rejects(bench.turn('Go on', [says('Done.')]), /EIO/);
    assert.equal(bench.sent.length, 2);
  });

  it('[DP.92][DP.93] goes on after the last step is done, and its end changes no step', async () => {
    const bench = openLoop();
    const done = { id: 'a', description: 'Do a', status: 'completed' };
    const end = await bench.turn('Fix it', [
      plans(0, 'a'),
      callOf('update_plan', { expected_revision: 1, steps: [done] }),
      callOf('run_tests'),
      says('Done.'),
    ]);
    assert.equal(end, 'done');
    assert.deepEqual(bench.ran, ['run_tests']);
    await bench.turn('And now?', [plans(2, 'open'), says('One is open.')]);
    assert.deepEqual((await bench.snapshot())?.plan?.steps[0]?.status, 'pending');
  });
});
