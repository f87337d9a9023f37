import assert from 'node:assert/strict';
import { step, update } from '../../domain/planFixtures';
import { openBench } from '../../service/serviceFixtures';
import { CHAT, openParticipant } from '../participant/participantBench';

const PLANNER = 'chat:planner';
const LINK = (revision: number, session = PLANNER) =>
  `vscode://session-plans.session-plans/session/${encodeURIComponent(session)}?revision=${String(revision)}`;

/** A planner's chat with two revisions, and an executor's chat that is new. */
async function openBoth() {
  const bench = openBench();
  await bench.asGuest('p-1', update(0, [step('a'), step('b')]), { session: PLANNER });
  await bench.asGuest('p-2', update(1, [step('a'), step('b'), step('c')]), { session: PLANNER });
  return openParticipant(bench);
}

const lastRequest = (chat: Awaited<ReturnType<typeof openBoth>>) =>
  chat.sent.at(-1)?.messages.join('\n') ?? '';

describe('a plan that is handed over to a new chat', () => {
  it('the first request has the words, the plan as it was handed over, and nothing of the planner', async () => {
    const chat = await openBoth();
    const { said } = await chat.send(`${LINK(1)} Be quick.`, { command: 'execute' });
    assert.match(said, /goes on with a copy of that plan; the original stays/);
    const request = lastRequest(chat);
    assert.match(request, /Be quick\./);
    assert.match(request, /\[a\]/);
    assert.doesNotMatch(request, /\[c\]|session-plans\.session-plans|p-1/);
    assert.equal((await chat.snapshot())?.plan?.revision, 1);
    assert.equal((await chat.snapshot(PLANNER))?.plan?.revision, 2);
    const events = await chat.bench.events(CHAT);
    assert.ok(events.some(({ type }) => type === 'session_adopted'));
  });

  it('is worked on by /execute alone, from the next revision on', async () => {
    const chat = await openBoth();
    const steps = ['a', 'b', 'c'].map((id) => ({ id, description: id, status: 'completed' }));
    const calls = [{ name: 'update_plan', input: { expected_revision: 2, steps } }];
    await chat.send(`${LINK(2)} `, { command: 'execute', answers: [{ calls }] });
    assert.match(lastRequest(chat), /Start on the plan/);
    assert.equal((await chat.snapshot())?.plan?.revision, 3);
    assert.equal((await chat.snapshot(PLANNER))?.plan?.revision, 2);
  });

  it('sent again in its own chat it is gone on with, and nothing is adopted', async () => {
    const chat = await openBoth();
    await chat.send(LINK(2), { command: 'execute', chat: PLANNER });
    assert.equal((await chat.snapshot(PLANNER))?.plan?.revision, 2);
    assert.match(lastRequest(chat), /\[c\]/);
  });

  it('is adopted without a question by /adopt, and the model is not asked', async () => {
    const chat = await openBoth();
    await chat.send(LINK(2), { command: 'adopt' });
    assert.deepEqual([chat.sent.length, chat.editor.picks.length], [0, 0]);
    assert.equal((await chat.snapshot())?.plan?.revision, 2);
  });

  it('is adopted by /adopt, and what the message says besides goes to the model', async () => {
    const chat = await openBoth();
    await chat.send(`${LINK(2)} Then go on with b.`, { command: 'adopt' });
    assert.match(lastRequest(chat), /Then go on with b\./);
    assert.match(lastRequest(chat), /\[c\]/);
    assert.doesNotMatch(lastRequest(chat), /session-plans\.session-plans/);
  });

  it('where the chat has a plan the person sees both and chooses; nothing is lost', async () => {
    const chat = await openBoth();
    await chat.bench.asGuest('own-1', update(0, [step('mine')]), { session: CHAT });
    await chat.send(LINK(2), { command: 'execute' });
    assert.equal(chat.editor.picks[0]?.labels.length, 2);
    assert.deepEqual([chat.sent.length, (await chat.snapshot())?.plan?.revision], [0, 1]);
    chat.editor.choose = (labels) => labels[1];
    await chat.send(LINK(2), { command: 'execute' });
    assert.equal((await chat.snapshot())?.plan?.revision, 2);
    const events = await chat.bench.events(CHAT);
    assert.equal(events.filter(({ type }) => type === 'plan_updated').length, 2);
  });

  it('a link to nothing is said in words; other addresses are words like any', async () => {
    const chat = await openBoth();
    const gone = await chat.send(LINK(1, 'chat:gone'), { command: 'execute' });
    assert.match(gone.result.errorDetails?.message ?? '', /deleted/);
    assert.equal(chat.sent.length, 0);
    for (const words of [
      'https://example.org/session/x?revision=1',
      'vscode://other.extension/session/x?revision=1',
      'vscode://session-plans.session-plans/session/%',
      'vscode://session-plans.session-plans/session/x',
    ]) {
      await chat.send(words, { command: 'execute' });
      assert.ok(lastRequest(chat).includes(words), words);
    }
    await chat.send(LINK(1));
    assert.ok(lastRequest(chat).includes(LINK(1)));
  });
});
