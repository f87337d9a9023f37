import assert from 'node:assert/strict';
import type { ChatDriver } from '../../support/workbench/chatDriver';
import { sharedWindow } from './sharedWindow';

describe('the test bench itself', () => {
  let chat: ChatDriver;

  before(async () => {
    ({ chat } = await sharedWindow());
  });

  it('refuses a proposed API that an extension did not declare', async () => {
    const id = 'session-plans-test.proposal-probe';
    await chat.control.activate(id);
    const { exports } = await chat.control.extension(id);
    assert.match((exports as { refusal: string }).refusal, /API proposal/);
  });

  it('lets the real agent call a tool with the scripted model', async () => {
    await chat.newChat();
    const answer = await chat.ask('Do nothing, please', {
      replies: [{ toolCalls: [{ name: 'bench_noop' }] }, { text: 'Nothing was done.' }],
    });
    assert.deepEqual(
      answer.toolCalls.map(({ name, text }) => ({ name, text })),
      [{ name: 'bench_noop', text: 'Nothing was done.' }],
    );
    assert.equal(answer.session, (await chat.control.noopSessions()).at(-1));
    const offered = answer.requests.find(({ kind }) => kind === 'agent')?.tools ?? [];
    assert.ok(offered.some(({ name }) => name === 'bench_noop'));
  });

  it('ends a hanging answer with Stop', async () => {
    await chat.newChat();
    const { end } = await chat.begin('Hang', { replies: [{ text: 'Working', hang: true }] });
    await chat.stop();
    const { requests } = await end;
    assert.equal(requests.at(-1)?.cancelled, true);
  });

  it('times tools with the token of a real chat request', async () => {
    await chat.newChat();
    await chat.ask(`@bench ${JSON.stringify({ calls: [{ name: 'bench_noop', repeat: 3 }] })}`);
    const run = (await chat.control.benchRuns()).at(-1);
    assert.equal(run?.calls.length, 3);
    assert.ok(run.calls.every(({ ms, error }) => ms > 0 && error === undefined));
    assert.match(run.session ?? '', /^vscode-chat-session:/);
  });

  it('keeps its door shut without the token', async () => {
    const { port } = chat.control.address;
    const answer = await fetch(`http://127.0.0.1:${String(port)}/call`, { method: 'POST' });
    assert.equal(answer.status, 401);
  });
});
