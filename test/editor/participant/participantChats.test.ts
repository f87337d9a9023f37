import assert from 'node:assert/strict';
import { MAX_KEPT_RESULTS } from '../../../src/editor/participant/turnMetadata';
import { step, update } from '../../domain/planFixtures';
import { openBench } from '../../service/serviceFixtures';
import { CHAT, openParticipant, plan } from './participantBench';

const COPY = 'chat:two';

function ids(snapshot: { plan?: { steps: readonly { id: string }[] } | null } | undefined) {
  return snapshot?.plan?.steps.map(({ id }) => id);
}

describe('a chat with @plan', () => {
  it('[FC.43] copied at an earlier point goes on with a copy of the plan at that point', async () => {
    const chat = await openParticipant();
    await chat.send('Fix it', { answers: [plan(0, 'a'), { text: 'Planned.' }] });
    const earlier = [...chat.history];
    await chat.send('More', { answers: [plan(1, 'a', 'b'), { text: 'More.' }] });
    const before = await chat.bench.stored(CHAT);
    chat.history = earlier;
    const { said } = await chat.send('Other', {
      chat: COPY,
      answers: [plan(1, 'c'), { text: 'Ok.' }],
    });
    assert.match(said, /^Ok\.\n\nThis chat is a copy.*revision 1\.$/);
    const copy = await chat.bench.stored(COPY);
    assert.deepEqual(copy.loaded?.record.forked_from, { session: CHAT, revision: 1 });
    assert.deepEqual(ids(await chat.snapshot(COPY)), ['c']);
    assert.deepEqual(await chat.bench.stored(CHAT), before);
    const next = await chat.send('Again', { chat: COPY });
    assert.equal(next.said, 'Done.');
  });

  it('[FC.43] copied in plan mode is in plan mode, also where there is no plan to copy', async () => {
    const chat = await openParticipant();
    await chat.send('look around', { command: 'plan', answers: [{ text: 'Looked.' }] });
    await chat.send('Go on', { chat: COPY });
    assert.deepEqual((await chat.snapshot(COPY))?.planMode, { active: true });
    assert.match(chat.sent.at(-1)?.messages.join('') ?? '', /Plan mode is active/);
  });

  it('goes on with its plan where the editor no longer says which chat it is', async () => {
    const chat = await openParticipant();
    await chat.send('Fix it', { answers: [plan(0, 'a'), { text: 'Planned.' }] });
    for (const [at, token] of [undefined, {}, { sessionId: 'one' }].entries()) {
      const more = { answers: [plan(at + 1, `b${at}`), { text: 'More.' }] };
      const { result } = await chat.send('More', { token, ...more });
      assert.equal(result.errorDetails, undefined);
      assert.deepEqual(ids(await chat.snapshot()), [`b${at}`]);
    }
  });

  it('whose plan is deleted while it is in plan mode ends, and runs nothing', async () => {
    const chat = await openParticipant();
    let ran = 0;
    chat.tool('edit', () => {
      ran += 1;
      return 'Edited.';
    });
    chat.whenAsked = () => void chat.bench.store.remove(CHAT);
    const edits = { calls: [{ name: 'edit' }] };
    const { result } = await chat.send('Fix it', { command: 'plan', answers: [edits, edits] });
    assert.deepEqual([ran, chat.sent.length], [0, 1]);
    assert.ok(result.errorDetails);
  });

  it('that was edited takes a call id of the part that is gone for a new call', async () => {
    const chat = await openParticipant();
    const counted = (revision: number, id: string) => ({
      calls: [
        {
          ...{ name: 'update_plan', id: 'call_0' },
          input: { expected_revision: revision, steps: [step(id)] },
        },
      ],
    });
    await chat.send('Fix it', { answers: [counted(0, 'a'), { text: 'Planned.' }] });
    chat.history = [];
    await chat.send('Fix that', { answers: [counted(1, 'b'), { text: 'Planned.' }] });
    assert.deepEqual(ids(await chat.snapshot()), ['b']);
  });

  it('copied from one whose plan is gone begins with none', async () => {
    const bench = openBench();
    const chat = await openParticipant(bench);
    await chat.send('Fix it', { answers: [plan(0, 'a'), { text: 'Planned.' }] });
    await bench.store.remove(CHAT);
    const { result, said } = await chat.send('Go on', { chat: COPY });
    assert.deepEqual([result.errorDetails, said], [undefined, 'Done.']);
    assert.equal((await chat.snapshot(COPY))?.plan, null);
  });

  it('[FC.43] taken back to an earlier message keeps the plan, says so once, and goes back when told', async () => {
    const chat = await openParticipant();
    await chat.send('Fix it', { answers: [plan(0, 'a'), { text: 'Planned.' }] });
    const earlier = [...chat.history];
    await chat.send('More', { answers: [plan(1, 'b'), { text: 'More.' }] });
    chat.history = earlier;
    const edited = await chat.send('More, but other');
    assert.match(edited.said, /\n\nThe plan went on .* revision 1, send: @plan \/adopt 1$/);
    assert.deepEqual(ids(await chat.snapshot()), ['b']);
    assert.equal((await chat.send('And?')).said, 'Done.');
    const { said } = await chat.send('1', { command: 'adopt' });
    assert.match(said, /The plan of this chat is that of revision 1 again\.[^]*Do a/);
    assert.deepEqual(
      [ids(await chat.snapshot()), (await chat.snapshot())?.plan?.revision],
      [['a'], 3],
    );
  });

  it('in which another agent changed the plan says nothing of it', async () => {
    const chat = await openParticipant();
    await chat.send('Fix it', { answers: [plan(0, 'a'), { text: 'Planned.' }] });
    await chat.bench.asGuest('guest-1', update(1, [step('b')]), {
      session: CHAT,
      turn_id: 'request-1',
    });
    assert.equal((await chat.send('Go on')).said, 'Done.');
    assert.match(chat.sent.at(-1)?.messages.join('') ?? '', /Revision: 2/);
  });

  it('whose plan could not be read at the end of a turn does not take that turn for a lost one', async () => {
    const chat = await openParticipant();
    await chat.send('Fix it', { answers: [plan(0, 'a'), { text: 'Planned.' }] });
    const { faults } = chat.bench.store;
    let asked = 0;
    chat.whenAsked = () => {
      if (++asked < 3) return;
      faults.beforeLoad = () => {
        throw new Error('EIO');
      };
    };
    await chat.send('More', { answers: [plan(1, 'b'), { text: 'More.' }] });
    chat.whenAsked = () => undefined;
    assert.ok(faults.beforeLoad);
    delete faults.beforeLoad;
    assert.equal((await chat.send('Go on')).said, 'Done.');
    assert.equal((await chat.snapshot())?.plan?.revision, 2);
  });

  it('adopts the plan that the person chooses; one of its own is replaced only when that was said', async () => {
    const chat = await openParticipant();
    await chat.send('Fix it', { answers: [plan(0, 'a'), { text: 'Planned.' }] });
    chat.history = [];
    const first = await chat.send('', { command: 'adopt', chat: COPY });
    assert.match(first.said, /^This chat goes on with a copy of that plan[^]*Do a/);
    assert.deepEqual(ids(await chat.snapshot(COPY)), ['a']);
    await chat.send('Other', { chat: COPY, answers: [plan(1, 'z'), { text: 'Ok.' }] });
    const kept = await chat.send('', { command: 'adopt', chat: COPY });
    assert.match(kept.said, /No plan was adopted/);
    assert.deepEqual(chat.editor.picks.at(-1)?.labels, [
      'Keep the plan of this chat: Do a',
      'Go on with: Do a',
    ]);
    chat.editor.choose = (labels) => labels.at(-1);
    await chat.send('', { command: 'adopt', chat: COPY });
    const { plan: adopted } = (await chat.snapshot(COPY)) ?? {};
    assert.deepEqual([adopted?.revision, adopted?.steps[0]?.id], [3, 'a']);
  });

  it('is offered the plans first that no chat seems to use, whatever changed later', async () => {
    const chat = await openParticipant();
    await chat.send('Fix it', { answers: [plan(0, 'a'), { text: 'Planned.' }] });
    chat.bench.clock.advance(15 * 60_000);
    chat.history = [];
    await chat.send('Other', { chat: COPY, answers: [plan(0, 'z'), { text: 'Ok.' }] });
    chat.history = [];
    await chat.send('', { command: 'adopt', chat: 'chat:third' });
    assert.deepEqual(chat.editor.picks.at(-1)?.labels, ['Do a', 'Do z']);
  });

  it('without metadata is told to the model as it was shown', async () => {
    const chat = await openParticipant();
    const answer = (value: string) => ({
      ...{ response: [chat.editor.markdown(value)], result: {}, participant: 'sessionPlans.plan' },
    });
    chat.history = [
      { prompt: 'Hello', participant: 'sessionPlans.plan' },
      answer('Hi.'),
      { prompt: '', participant: 'sessionPlans.plan' },
      answer(''),
      { prompt: 'Still there?', participant: 'sessionPlans.plan' },
    ];
    await chat.send('Go on');
    const texts = chat.sent[0]?.messages.slice(1).map((message) => {
      const { content } = JSON.parse(message) as { content: { value: string }[] };
      return content[0]?.value;
    });
    assert.deepEqual(texts, ['Hello', 'Hi.', 'Still there?', 'Go on']);
  });

  it('keeps results of tools only as far as there is room, the newest first', async () => {
    const chat = await openParticipant();
    chat.tool('long', ({ letter }: { letter?: string }) => [
      new chat.editor.LanguageModelTextPart((letter ?? 'x').repeat(39_000)),
    ]);
    const calls = 'abcdefghijkl'.split('').map((letter) => ({ name: 'long', input: { letter } }));
    const { result } = await chat.send('Read', {
      answers: [...calls.map((call) => ({ calls: [call] })), {}],
    });
    const kept = JSON.stringify(result.metadata);
    assert.ok(kept.length < MAX_KEPT_RESULTS + 10_000, String(kept.length));
    assert.match(kept, /This result was too long to be kept/);
    assert.ok(kept.includes('l'.repeat(39_000)) && !kept.includes('a'.repeat(39_000)));
  });

  it('of which one turn alone is too long for the model is not sent to it any more', async () => {
    const chat = await openParticipant();
    chat.maxInputTokens = 4_000;
    await chat.send('Fix it', { answers: [{ text: 'word '.repeat(4_000) }] });
    await chat.send('Go on');
    assert.equal(chat.sent.at(-1)?.messages.length, 2);
  });

  it('that is too long for the model leaves out its oldest turns, in steps of half its room', async () => {
    const chat = await openParticipant();
    chat.maxInputTokens = 4_000;
    const words = (at: number) => `Message ${String(at)} ${'word '.repeat(300)}`;
    const sizes: number[] = [];
    for (let at = 0; at < 24; at++) {
      await chat.send(words(at), { answers: [{ text: 'Ok.' }] });
      sizes.push(chat.sent.at(-1)?.messages.length ?? 0);
    }
    const steps = sizes.slice(1).filter((size, at) => size < (sizes[at] ?? 0));
    assert.ok(steps.length >= 2 && steps.length <= 8, JSON.stringify(sizes));
    for (const { messages } of chat.sent) assert.ok(messages.join('').length < 14_000);
    assert.match(chat.sent.at(-1)?.messages.at(-1) ?? '', /Message 23/);
  });
});
