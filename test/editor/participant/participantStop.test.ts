import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { PlanError } from '../../../src/domain/planError';
import { CHAT, openParticipant, plan, type ModelAnswer } from './participantBench';

const WORK: readonly ModelAnswer[] = [
  plan(0, 'a'),
  { text: 'Testing.', calls: [{ name: 'run_tests' }, { name: 'read_plan' }] },
  { calls: [{ name: 'exit_plan_mode', input: { expected_revision: 1 } }] },
  { text: 'Done.' },
];

/** A chat in which Stop is pressed at the n-th moment at which something outside is asked. */
async function stoppedAt(moment: number) {
  const chat = await openParticipant();
  let moments = 0;
  const tick = () => {
    if (++moments === moment) chat.pressStop();
  };
  chat.tool('run_tests', () => {
    tick();
    return [new chat.editor.LanguageModelTextPart('All pass.')];
  });
  const { faults } = chat.bench.store;
  faults.beforeLoad = tick;
  faults.beforeAppend = () => {
    tick();
    return undefined;
  };
  chat.whenAsked = tick;
  const { result } = await chat.send('Fix it', { answers: WORK });
  chat.whenAsked = () => undefined;
  delete faults.beforeLoad;
  delete faults.beforeAppend;
  return { chat, result, isOver: moments < moment };
}

describe('Stop in a chat with @plan', () => {
  it('[PM.70] at whatever moment leaves no turn, no failure and no unanswered call, and the next message goes on', async () => {
    let moment = 0;
    for (let isOver = false; !isOver;) {
      const stopped = await stoppedAt(++moment);
      ({ isOver } = stopped);
      const { chat, result } = stopped;
      const at = `stopped at moment ${String(moment)}`;
      assert.equal(result.errorDetails, undefined, at);
      assert.equal((await chat.snapshot())?.turn ?? null, null, at);
      const { length } = chat.sent;
      const next = await chat.send('Go on', { answers: [{ text: 'Going on.' }] });
      assert.deepEqual([next.result.errorDetails, next.said], [undefined, 'Going on.'], at);
      assert.equal(chat.sent.length, length + 1, at);
      const messages = chat.sent.at(-1)?.messages ?? [];
      const calls = messages.join('').match(/"callId":"[^"]+","name"/g)?.length ?? 0;
      const answers = messages.join('').match(/"callId":"[^"]+","content"/g)?.length ?? 0;
      assert.equal(answers, calls, at);
      const outcomes = (await chat.bench.events(CHAT)).flatMap((event) =>
        event.type === 'turn_ended' ? [event.data.outcome] : [],
      );
      assert.equal(outcomes.at(-1), 'completed', at);
    }
    assert.ok(moment > 20, `there are only ${String(moment)} moments`);
  });

  for (const [what, slow] of [
    ['the disk is', 'append'],
    ['a tool of others is', 'tool'],
    ['reading the plan is', 'load'],
  ] as const) {
    it(`keeps what was said, in the second that the editor waits, however slow ${what}`, async () => {
      const chat = await openParticipant();
      const { faults } = chat.bench.store;
      let stopped = 0;
      chat.tool('run_tests', async () => {
        stopped = Date.now();
        chat.pressStop();
        const pause = () => sleep(2_000).then(() => undefined);
        if (slow === 'append') faults.beforeAppend = pause;
        if (slow === 'load') faults.beforeLoad = pause;
        if (slow === 'tool') await pause();
        return [new chat.editor.LanguageModelTextPart('All pass.')];
      });
      const { result } = await chat.send('Fix it', {
        answers: [plan(0, 'a'), { text: 'Testing.', calls: [{ name: 'run_tests' }] }],
      });
      assert.ok(Date.now() - stopped < 1_000, `${String(Date.now() - stopped)} ms after Stop`);
      assert.equal(result.errorDetails, undefined);
      const kept = JSON.stringify(result.metadata);
      assert.match(kept, /Fix it.*"update_plan".*Plan revision 1.*Testing\./);
      assert.equal(kept.match(/"tool_call"/g)?.length, 2);
      assert.equal(kept.match(/"tool_result"/g)?.length, 2);
      const deadline = Date.now() + 10_000;
      while ((await chat.snapshot())?.turn && Date.now() < deadline) await sleep(50);
      assert.equal((await chat.snapshot())?.turn ?? null, null);
    });
  }

  it('a message in another window ends the turn here, which says so', async () => {
    const chat = await openParticipant();
    const other = await openParticipant(chat.bench.another());
    let answered: Promise<unknown> | undefined;
    chat.tool('run_tests', async () => {
      answered ??= other.send('From there', { answers: [{ text: 'Here.' }] });
      await answered;
      return [];
    });
    const { result } = await chat.send('Fix it', {
      answers: [{ calls: [{ name: 'run_tests' }] }, plan(0, 'a')],
    });
    assert.match(result.errorDetails?.message ?? '', /used in another place/);
    assert.equal((await chat.snapshot())?.plan, null);
    assert.equal((await chat.send('Mine again')).result.errorDetails, undefined);
  });

  it('leaves no turn for long where the disk takes nothing meanwhile, and the log has the reason', async () => {
    const chat = await openParticipant();
    const { faults } = chat.bench.store;
    const full = new PlanError('store_unavailable', 'The disk is full.');
    chat.tool('run_tests', () => {
      chat.pressStop();
      faults.beforeAppend = () => {
        throw full;
      };
      return [];
    });
    await chat.send('Fix it', {
      answers: [{ calls: [{ name: 'run_tests' }, { name: 'read_plan' }] }],
    });
    assert.ok((await chat.snapshot())?.turn);
    assert.ok(chat.bench.log.entries.some(({ error }) => error === full));
    delete faults.beforeAppend;
    const deadline = Date.now() + 10_000;
    while ((await chat.snapshot())?.turn && Date.now() < deadline) await sleep(50);
    assert.equal((await chat.snapshot())?.turn ?? null, null);
  });
});
