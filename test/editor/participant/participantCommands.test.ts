import assert from 'node:assert/strict';
import { openParticipant, plan } from './participantBench';

const ACTIVE = /Plan mode is active\./;

describe('the commands of @plan', () => {
  it('[PMx.10] /plan selects, /plan with words sends them too, /off takes it back or ends it, in words that hold twice', async () => {
    const chat = await openParticipant();
    const words = async (prompt: string, command: string) => {
      const { said } = await chat.send(prompt, { command });
      return [said, (await chat.snapshot())?.planMode] as const;
    };
    const [selected, pending] = await words('', 'plan');
    assert.match(selected, /^Plan mode is selected; it begins with your next message/);
    assert.deepEqual(pending, { active: false, pending: true });
    assert.equal((await words('', 'plan'))[0], selected);
    assert.deepEqual(await words('', 'off'), ['Plan mode is off.', { active: false }]);
    assert.deepEqual(await words('', 'off'), ['Plan mode is off.', { active: false }]);
    assert.equal(chat.sent.length, 0);
    assert.deepEqual(await words('Look around', 'plan'), ['Done.', { active: true }]);
    assert.match(chat.sent.at(-1)?.messages.join('') ?? '', /Look around.*Plan mode is active\./);
    assert.match((await words('', 'plan'))[0], /^Plan mode is on\./);
    const leaving = await words('', 'off');
    assert.deepEqual(leaving, [
      'Plan mode ends with your next message to @plan.',
      { active: true, pending: false },
    ]);
    assert.deepEqual((await words('', 'plan'))[1], { active: true });
    assert.deepEqual(await words('Now do it', 'off'), ['Done.', { active: false }]);
    assert.doesNotMatch(chat.sent.at(-1)?.messages.join('') ?? '', ACTIVE);
  });

  it('[FC.35] /plan says what plan mode cannot control', async () => {
    const chat = await openParticipant();
    const { said } = await chat.send('', { command: 'plan' });
    assert.match(said, /runs only tools that are known to read.*cannot be controlled/);
  });

  it('[FC.35] in plan mode runs a tool only when it is known to read, or a person said that it is', async () => {
    const chat = await openParticipant();
    for (const name of ['run_in_terminal', 'copilot_readFile', 'my_reader'])
      chat.tool(name, () => []);
    chat.settings = { readOnlyTools: ['my_reader'] };
    const calls = ['run_in_terminal', 'copilot_readFile', 'my_reader'].map((name) => ({ name }));
    await chat.send('Look', { command: 'plan', answers: [{ calls }, { text: 'Looked.' }] });
    const ran = chat.editor.invoked.map(({ name }) => name);
    assert.deepEqual(ran, ['copilot_readFile', 'my_reader']);
    assert.match(
      chat.sent.at(-1)?.messages.join('') ?? '',
      /run_in_terminal is not known to only read/,
    );
  });

  it('/execute leaves plan mode and starts on the plan without another word', async () => {
    const chat = await openParticipant();
    const { result } = await chat.send('Plan it', {
      command: 'plan',
      answers: [plan(0, 'a'), { text: 'Planned.' }],
    });
    const [start] = chat.followUps(result);
    assert.deepEqual(start, { prompt: '', command: 'execute', label: 'Start on the plan' });
    chat.tool('run_tests', () => []);
    await chat.send('', { command: 'execute', answers: [{ calls: [{ name: 'run_tests' }] }] });
    assert.match(
      chat.sent.at(-2)?.messages.join('') ?? '',
      /Start on the plan: work through its open steps/,
    );
    assert.deepEqual(
      chat.editor.invoked.map(({ name }) => name),
      ['run_tests'],
    );
    assert.deepEqual((await chat.snapshot())?.planMode, { active: false });
  });

  it('/show shows the plan as text, without a model, and makes no session', async () => {
    const chat = await openParticipant();
    assert.equal(
      (await chat.send('', { command: 'show' })).said,
      'No plan was written in this chat yet.',
    );
    assert.equal(await chat.snapshot(), undefined);
    await chat.send('Plan it', { command: 'plan', answers: [plan(0, 'a'), { text: 'Planned.' }] });
    const { length } = chat.sent;
    const { said, buttons } = await chat.send('', { command: 'show' });
    assert.match(
      said,
      /Revision 1: 0 of 1 step marked complete by the agent[^]*- \[ \] Do a[^]*Plan mode is on\./,
    );
    assert.deepEqual(buttons[0]?.arguments, [{ session: 'chat:one' }]);
    assert.equal(chat.sent.length, length);
  });

  it('without a word it says what it is for', async () => {
    const chat = await openParticipant();
    assert.match((await chat.send('  ')).said, /^Say what is to be done/);
    assert.equal(chat.sent.length, 0);
  });

  it('tells the model what the person attached, and nothing that is for other agents', async () => {
    const chat = await openParticipant();
    const { Uri, Location } = chat.editor;
    const file = new Uri('file', '/project/a.ts');
    const range = { start: { line: 2 }, end: { line: 6 } };
    await chat.send('Fix this', {
      references: [
        { id: 'a', value: file, modelDescription: 'File' },
        { id: 'b', value: new Location(file, range) },
        { id: 'c', value: 'some text' },
        { id: 'd', value: new Uri('untitled', 'x') },
        { id: 'e', value: 7 },
        { id: 'vscode.customizations.index', value: '<skills>' },
      ],
    });
    const { content } = JSON.parse(chat.sent[0]?.messages.at(-1) ?? '{}') as {
      content: { value: string }[];
    };
    assert.deepEqual(content[0]?.value.split('\n'), [
      'Fix this',
      '',
      'The user attached:',
      '- File: /project/a.ts',
      '- /project/a.ts, lines 3 to 7',
      '- some text',
      '- untitled:x',
      '- something that cannot be shown as text',
    ]);
  });
});
