import assert from 'node:assert/strict';
import type { ChatAnswer } from '../../support/workbench/chatDriver';
import type { LoggedRequest, ScriptedReply } from '../../support/workbench/control';
import { type Product, inOneRound, stepsOf, updatePlan } from '../product';
import { sharedWindow } from './sharedWindow';

/** The messages of a request without its tail: what stands before the marker in the last one. */
function durable({ messages }: LoggedRequest): string[] {
  return messages.map(({ role, content }) => {
    const marker = content.findIndex(
      (part) => part.type === 'data' && part.mimeType === 'cache_control',
    );
    return JSON.stringify({ role, content: marker < 0 ? content : content.slice(0, marker) });
  });
}

function assertPrefixes(requests: readonly LoggedRequest[]): void {
  const texts = requests.map(durable);
  texts.slice(1).forEach((next, at) => {
    const before = texts[at] ?? [];
    assert.deepEqual(next.slice(0, before.length), before);
  });
}

function lastResult({ requests }: Pick<ChatAnswer, 'requests'>): string {
  const parts =
    requests.findLast(({ kind }) => kind === 'agent')?.messages.flatMap(({ content }) => content) ??
    [];
  return parts.flatMap((part) => (part.type === 'tool_result' ? [part.text] : [])).at(-1) ?? '';
}

/** Once it was used, the agent of the editor asks the same model for the titles of all chats. */
function withoutTitles(answer: ChatAnswer): ChatAnswer {
  return { ...answer, requests: answer.requests.filter(({ kind }) => kind === 'agent') };
}

/** The session that @plan says it worked in. */
function sessionOf({ result }: ChatAnswer): string {
  const { sessionPlans } = result.metadata as unknown as { sessionPlans: { session: string } };
  return sessionPlans.session;
}

function call(name: string, input: object = {}): ScriptedReply {
  return { toolCalls: [{ name, input }] };
}

describe('@plan in a chat', () => {
  let product: Product;

  before(async () => {
    product = await sharedWindow();
  });

  const plan = async (query: string, ...replies: ScriptedReply[]): Promise<ChatAnswer> =>
    withoutTitles(await product.chat.ask(`@plan ${query}`, { replies }));

  it('[PT.12][FC.53] plans, works with the tools of the editor and is done, each request a prefix of the next', async () => {
    await product.chat.newChat();
    const first = await plan(
      'fix the flaky tests',
      inOneRound(updatePlan(0, stepsOf('flaky', 3, 0))),
      call('bench_noop'),
      inOneRound(updatePlan(1, stepsOf('flaky', 3, 2))),
      { text: 'Two are done.' },
    );
    assert.equal(first.result.errorDetails, undefined);
    await product.panelShows('flaky: part 3');
    await product.panelShows(/Revision 2\b/);
    const second = await plan(
      'and the last one',
      inOneRound(updatePlan(2, stepsOf('flaky', 3, 3))),
      {
        text: 'All tests pass.',
      },
    );
    const requests = [...first.requests, ...second.requests];
    assert.equal(requests.length, 6);
    assertPrefixes(requests);
    const tools = requests.map((request) => JSON.stringify(request.tools));
    assert.equal(new Set(tools).size, 1);
    const tail = JSON.stringify(requests.at(-1)?.messages.at(-1)?.content.slice(-2));
    assert.match(tail, /cache_control.*ephemeral.*Revision: 3/);
    await product.panelShows(/Revision 3\b/);
  });

  it('tells the model of a failed and of an unknown tool, and stops after the set number of requests', async () => {
    await product.chat.newChat();
    await product.configure({ maxRounds: 3 });
    const failed = call('copilot_readFile', {
      filePath: '/no/such/file',
      startLine: 1,
      endLine: 2,
    });
    const answer = await plan('try', failed, call('unheard_of'), call('bench_noop'));
    await product.configure({ maxRounds: undefined });
    assert.equal(answer.requests.length, 3);
    const results = answer.requests.at(-1)?.messages.flatMap(({ content }) => content) ?? [];
    const texts = results.flatMap((part) => (part.type === 'tool_result' ? [part.text] : []));
    assert.match(texts[0] ?? '', /^ERROR: copilot_readFile failed: /);
    assert.match(texts[1] ?? '', /^ERROR: There is no tool unheard_of here/);
    const [shown] = await product.chat.renderedChats();
    assert.match(shown ?? '', /Stopped after 3 requests to the model/);
  });

  it('says why the model failed, and answers the next message', async () => {
    await product.chat.newChat();
    const { result } = await plan('try', { error: 'The line is cut.' });
    assert.match(
      result.errorDetails?.message ?? '',
      /^The model did not answer: .*The line is cut/,
    );
    const next = await plan('try again', { text: 'Here I am.' });
    assert.equal(next.result.errorDetails, undefined);
  });

  it('[DP.87][FC.35] asks the person before a terminal runs, takes a skip for an answer, and runs none in plan mode', async () => {
    await product.chat.newChat();
    const terminal = call('run_in_terminal', {
      ...{ command: 'touch made-by-plan', explanation: 'Makes a file', goal: 'Make a file' },
      ...{ isBackground: false, mode: 'sync', timeout: 10_000 },
    });
    const since = await product.chat.control.requestCount();
    const { confirmation } = await plan('make a file', terminal, { text: 'Then not.' });
    assert.equal(confirmation, 'run_in_terminal');
    await product.chat.answerConfirmation('skipTool');
    await product.window.page.getByText('Then not.').first().waitFor();
    const requests = await product.chat.control.requests(since);
    assert.match(lastResult({ requests }), /skip/i);
    const refused = await plan('/plan make it now', terminal, { text: 'I may not.' });
    assert.match(lastResult(refused), /^ERROR: Plan mode is active and run_in_terminal/);
    assert.equal(refused.confirmation, undefined);
    const text = JSON.stringify(refused.requests.at(-1)?.messages.at(-1)?.content);
    assert.match(text, /cache_control.*Plan mode is active\./);
  });

  it('[FC.43] a chat that was forked goes on with a copy of the plan, and both histories are whole', async () => {
    await product.chat.newChat();
    await plan('start', inOneRound(updatePlan(0, stepsOf('fork', 2, 0))), { text: 'Started.' });
    const more = await plan('more', inOneRound(updatePlan(1, stepsOf('fork', 2, 1))), {
      text: 'More.',
    });
    const session = sessionOf(more);
    await product.chat.control.executeCommand('workbench.action.chat.forkConversation', {
      $uri: session,
    });
    await product.window.page.getByText('Forked:').first().waitFor();
    const forked = await plan('other', inOneRound(updatePlan(2, stepsOf('other', 1, 0))), {
      text: 'Other.',
    });
    assert.notEqual(sessionOf(forked), session);
    const said = 'This chat is a copy, so it goes on with a copy of the plan at revision 2.';
    await product.window.page.getByText(said).first().waitFor();
    await product.panelShows('other: part 1');
    await product.chat.control.executeCommand('sessionPlans.openPlan', { session });
    await product.panelShows('fork: part 2');
    await product.panelShows(/Revision 2\b/);
    await product.chat.control.executeCommand('sessionPlans.followLatest');
  });

  it('[PT.12] goes on after Stop and after a reload with all that was said and done', async () => {
    await product.chat.newChat();
    const { end } = await product.chat.begin('@plan move the importer', {
      replies: [
        inOneRound(updatePlan(0, stepsOf('move', 3, 0))),
        { text: 'Moving it', hang: true },
      ],
    });
    await product.window.page.getByText('Moving it').first().waitFor();
    await product.chat.stop();
    const stopped = withoutTitles(await end);
    assert.equal(stopped.requests.at(-1)?.cancelled, true);
    await product.panelShows(/not running/);
    const before = await plan('go on', { text: 'Going on.' });
    // The editor writes a chat that is left, but a reload right after does not wait for that.
    await product.leaveChat(sessionOf(before), 'Going on.');
    await product.reloadByCommand();
    await product.chat.openSession(sessionOf(before));
    // Nobody goes on before they see what was said.
    const { page } = product.window;
    await page.locator('.editor-instance').getByText('Going on.').first().waitFor();
    const again = await plan('and on', inOneRound(updatePlan(1, stepsOf('move', 3, 3))), {
      text: 'Moved.',
    });
    assert.equal(sessionOf(again), sessionOf(before));
    const texts = again.requests.map((request) => durable(request).join('\n'));
    assert.match(texts[0] ?? '', /move the importer[^]*Moving it[^]*go on[^]*Going on\./);
    assert.match(texts[0] ?? '', /tool_result[^]*Plan revision 1/);
    assertPrefixes([...stopped.requests, ...again.requests]);
    await product.showPanel();
    await product.panelShows(/Revision 2\b/);
  });
});
