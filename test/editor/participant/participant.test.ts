import assert from 'node:assert/strict';
import { PlanError } from '../../../src/domain/planError';
import { openBench } from '../../service/serviceFixtures';
import { HANGS } from '../chat/fakeChat';
import { CHAT, openParticipant, plan, type SentRequest } from './participantBench';

/** The messages of a request without its tail: what stands before the marker in the last one. */
function durable({ messages }: SentRequest): string[] {
  return messages.map((message) => {
    const { role, content } = JSON.parse(message) as {
      role: string;
      content: { mimeType?: string }[];
    };
    const marker = content.findIndex(({ mimeType }) => mimeType === 'cache_control');
    return JSON.stringify({ role, content: marker < 0 ? content : content.slice(0, marker) });
  });
}

function assertPrefixes(sent: readonly SentRequest[]): void {
  const requests = sent.map(durable);
  requests.slice(1).forEach((next, at) => {
    const before = requests[at] ?? [];
    assert.deepEqual(next.slice(0, before.length), before);
  });
}

describe('@plan', () => {
  it('plans and works with the model and the tools of the editor, in a turn that ends', async () => {
    const chat = await openParticipant();
    chat.tool('run_tests', () => [new chat.editor.LanguageModelTextPart('All pass.')]);
    const { result, said, progress } = await chat.send('Fix it', {
      answers: [
        plan(0, 'a'),
        { text: 'Testing.', calls: [{ name: 'run_tests' }] },
        { text: ' Done.' },
      ],
    });
    assert.equal(result.errorDetails, undefined);
    assert.equal(said, 'Testing. Done.');
    assert.deepEqual(progress, ['Updating the plan']);
    assert.match(chat.sent.at(-1)?.messages.join('') ?? '', /All pass\./);
    const { plan: written, turn, coworker, planMode } = (await chat.snapshot()) ?? {};
    assert.deepEqual([written?.revision, written?.call_id], [1, 'call-1-0']);
    assert.deepEqual([turn, coworker, planMode], [null, '@plan', { active: false }]);
    assert.deepEqual(chat.shown, [CHAT]);
  });

  it('[PT.12] goes on after a reload with the bytes of before, calls and results in them', async () => {
    const bench = openBench();
    const chat = await openParticipant(bench);
    chat.tool('run_tests', () => [new chat.editor.LanguageModelTextPart('All pass.')]);
    const work = [plan(0, 'a'), { text: 'Testing.', calls: [{ name: 'run_tests' }] }];
    await chat.send('Fix it', { answers: [...work, { text: 'Fixed.' }] });
    await chat.send('', { command: 'plan' });
    await chat.send('And this', { answers: [plan(1, 'a', 'b'), { text: 'Planned.' }] });
    const again = await openParticipant(bench.another());
    again.tool('run_tests', () => []);
    again.history = JSON.parse(JSON.stringify(chat.history)) as object[];
    await again.send('Go on', { answers: [{ text: 'Going on.' }] });
    const all = [...chat.sent, ...again.sent];
    assert.equal(all.length, 6);
    assertPrefixes(all);
    assert.match(all.at(-1)?.messages.join('') ?? '', /All pass\..*Planned\..*Revision: 2/);
  });

  it('[PMx.6] offers one list of tools, whatever the mode is, and none of others under our names', async () => {
    const chat = await openParticipant();
    for (const name of ['zebra', 'run_tests', 'read_plan', 'manage_todo_list'])
      chat.tool(name, () => []);
    await chat.send('Fix it', { command: 'plan', answers: [plan(0, 'a'), { text: 'Planned.' }] });
    await chat.send('', { command: 'execute' });
    const lists = chat.sent.map(({ tools }) => tools.map(({ name }) => name));
    const [list = [], ...others] = lists;
    for (const other of others) assert.deepEqual(other, list);
    assert.deepEqual(list.slice(-3), ['exit_plan_mode', 'run_tests', 'zebra']);
    assert.equal(list.filter((name) => name === 'read_plan').length, 1);
    assert.ok(!list.includes('manage_todo_list'));
  });

  it('[DP.73] an ordinary message has the plan revised', async () => {
    const chat = await openParticipant();
    await chat.send('Fix it', { answers: [plan(0, 'a'), { text: 'Planned.' }] });
    await chat.send('Leave a out, do b first', { answers: [plan(1, 'b'), { text: 'Changed.' }] });
    assert.deepEqual(
      (await chat.snapshot())?.plan?.steps.map(({ id }) => id),
      ['b'],
    );
  });

  it('[DP.84][DP.87] lets the editor decide about every tool that is not of the plan, and about none that is', async () => {
    const chat = await openParticipant();
    chat.tool('run_in_terminal', () => {
      throw new chat.editor.CancellationError();
    });
    const calls = [{ name: 'run_in_terminal', input: { command: 'ls' } }];
    await chat.send('Fix it', { answers: [plan(0, 'a'), { calls }, { text: 'Then not.' }] });
    const [only, ...others] = chat.editor.invoked;
    assert.ok(only);
    assert.deepEqual([only.name, others], ['run_in_terminal', []]);
    assert.deepEqual(only.options.toolInvocationToken, {
      sessionResource: { scheme: 'chat', path: 'one' },
    });
    assert.match(chat.sent.at(-1)?.messages.join('') ?? '', /did not let run_in_terminal run/);
  });

  it('tells the model in words what a tool answered, or why it failed', async () => {
    const chat = await openParticipant();
    const { LanguageModelPromptTsxPart, LanguageModelDataPart } = chat.editor;
    const tree = { node: { children: [{ text: 'in a ' }, { children: [{ text: 'tree' }] }] } };
    chat.tool('tree', () => [new LanguageModelPromptTsxPart(tree)]);
    chat.tool('image', () => [new LanguageModelDataPart(new Uint8Array(7), 'image/png')]);
    chat.tool('nothing', () => []);
    chat.tool('long', () => [new chat.editor.LanguageModelTextPart('x'.repeat(50_000))]);
    chat.tool('broken', () => {
      throw new Error('No such file.');
    });
    const names = ['tree', 'image', 'nothing', 'broken', 'unheard_of', 'long'];
    const calls = names.map((name) => ({ name }));
    await chat.send('Try', { answers: [{ calls }, { text: 'Tried.' }] });
    const { content } = JSON.parse(chat.sent.at(-1)?.messages.at(-1) ?? '{}') as {
      content: { content: [{ value: string }] }[];
    };
    const texts = content.map((part) => part.content[0].value);
    assert.deepEqual(texts.slice(0, 4), [
      'in a tree',
      '[image/png, 7 bytes: cannot be shown here]',
      'The tool answered nothing.',
      'ERROR: broken failed: No such file.',
    ]);
    assert.match(texts[4] ?? '', /^ERROR: There is no tool unheard_of here/);
    assert.match(texts[5] ?? '', /x…\n\[The result has 50000 characters; the rest was left out\./);
  });

  for (const [what, answers] of [
    ['the model', [plan(0, 'a'), { text: 'Working', hangs: true }]],
    ['a tool', [plan(0, 'a'), { text: 'Working', calls: [{ name: 'slow' }] }]],
  ] as const) {
    it(`ends at once with Stop while ${what} hangs, and nothing of the turn is left running`, async () => {
      const chat = await openParticipant();
      chat.tool('slow', () => HANGS);
      const { result } = await chat.send('Fix it', { answers, stop: true });
      assert.equal(result.errorDetails, undefined);
      assert.equal(chat.sent.at(-1)?.token.isCancellationRequested, true);
      const { turn, plan: written } = (await chat.snapshot()) ?? {};
      assert.deepEqual([turn, written?.revision], [null, 1]);
      const ended = (await chat.bench.events(CHAT)).at(-1);
      assert.deepEqual([ended?.type, ended?.data], ['turn_ended', { outcome: 'cancelled' }]);
      const { length } = chat.sent;
      await chat.send('Go on', { answers: [{ text: 'Going on.' }] });
      assertPrefixes(chat.sent);
      assert.equal(chat.sent.length, length + 1);
      assert.match(chat.sent.at(-1)?.messages.join('') ?? '', /Working/);
    });
  }

  it('says why a model failed, in words for each reason, and the turn is over', async () => {
    const chat = await openParticipant();
    const { LanguageModelError } = chat.editor;
    const messages: string[] = [];
    for (const error of [
      LanguageModelError.NoPermissions('Not allowed.'),
      LanguageModelError.Blocked('Too much.'),
      LanguageModelError.NotFound('x'),
      new LanguageModelError('Odd.', 'Other'),
      new Error('Network.'),
    ]) {
      const { result } = await chat.send('Fix it', { answers: [{ text: 'I', error }] });
      messages.push(result.errorDetails?.message ?? '');
      assert.equal((await chat.snapshot())?.turn, null);
    }
    assert.deepEqual(messages, [
      'The model may not be used by Session Plans: Not allowed.',
      'The model refused the request: Too much.',
      'The model is not there any more. Choose another one.',
      'The model did not answer: Odd.',
      'The model did not answer: Network.',
    ]);
  });

  it('says when the storage fails, and keeps what the chat had', async () => {
    const chat = await openParticipant();
    await chat.send('Fix it', { answers: [plan(0, 'a'), { text: 'Planned.' }] });
    for (const [error, words] of [
      [new PlanError('store_unavailable', 'The plan cannot be read.'), 'The plan cannot be read.'],
      [new Error('EIO'), 'Session Plans could not do this; the log has the reason.'],
    ] as const) {
      chat.bench.store.faults.beforeLoad = () => {
        throw error;
      };
      assert.equal((await chat.send('Go on')).result.errorDetails?.message, words);
    }
    delete chat.bench.store.faults.beforeLoad;
    await chat.send('Go on now', { answers: [{ text: 'Going on.' }] });
    assert.match(chat.sent.at(-1)?.messages.join('') ?? '', /Planned\./);
  });

  it('stops after the set number of requests, says so, and goes on when asked', async () => {
    const chat = await openParticipant();
    chat.settings = { maxRounds: 2 };
    const again = { calls: [{ name: 'read_plan' }] };
    const { said } = await chat.send('Fix it', { answers: [plan(0, 'a'), again, again] });
    assert.match(said, /Stopped after 2 requests to the model/);
    const { result } = await chat.send('continue', { answers: [{ text: 'Going on.' }] });
    assert.equal(chat.sent.length, 3);
    assertPrefixes(chat.sent);
    assert.deepEqual(chat.followUps(result as never), [{ prompt: 'Continue with the plan' }]);
  });

  it('takes a call id that comes again for a new call', async () => {
    const chat = await openParticipant();
    const first = plan(0, 'a').calls?.map((call) => ({ ...call, id: 'call_0' }));
    const second = plan(1, 'a', 'b').calls?.map((call) => ({ ...call, id: 'call_0' }));
    await chat.send('Fix it', { answers: [{ calls: first ?? [] }, { calls: second ?? [] }] });
    assert.equal((await chat.snapshot())?.plan?.revision, 2);
  });

  it('[PT.91][PT.99][PT.100][PT.101] says of planning what the settings say', async () => {
    const chat = await openParticipant();
    const sent = async (settings: typeof chat.settings) => {
      chat.settings = settings;
      await chat.send('Go on');
      return chat.sent.at(-1)?.messages.join('\n') ?? '';
    };
    await chat.send('Fix it', { answers: [plan(0, 'a'), { text: 'Planned.' }] });
    assert.match(await sent({}), /Keep the whole plan current[^]*Revision: 1/);
    const without = await sent({ guidance: '', inject: false });
    assert.doesNotMatch(without, /Keep the whole plan current|Revision: 1\\n/);
    const own = await sent({ guidance: 'Plan like me.' });
    assert.match(own, /Plan like me\./);
    assert.doesNotMatch(own, /Keep the whole plan current/);
  });

  it('says what is missing where planning is off, or the chat cannot be told', async () => {
    const chat = await openParticipant();
    for (const token of [undefined, null, {}, { sessionId: 'one' }, { sessionResource: 'x' }]) {
      const unknown = await chat.send('Fix it', { token });
      assert.match(unknown.result.errorDetails?.message ?? '', /does not say which chat/);
    }
    chat.settings = { enabled: false };
    const off = await chat.send('Fix it');
    assert.match(off.result.errorDetails?.message ?? '', /sessionPlans\.enabled/);
    assert.equal(chat.sent.length, 0);
    assert.equal(await chat.snapshot(), undefined);
  });
});
