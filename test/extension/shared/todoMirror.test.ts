import assert from 'node:assert/strict';
import { waitFor } from '../../support/workbench/chatDriver';
import type { LoggedMessage, LoggedRequest } from '../../support/workbench/control';
import { Product, inOneRound, stepsOf, updatePlan } from '../product';
import { sharedWindow } from './sharedWindow';

const READ = { name: 'read_plan', input: {} } as const;
const NO_LIST = 'No todo list found.';

describe("the plan in the editor's todo list", () => {
  let product: Product;
  let session: string;

  before(async () => {
    product = await sharedWindow();
  });

  async function listOf(chat: string): Promise<string> {
    const input = { operation: 'read', chatSessionResource: chat };
    return (await product.chat.control.invokeTool('manage_todo_list', input)).text;
  }

  async function listSays(text: string): Promise<void> {
    await waitFor(`the list to say "${text}"`, async () => (await listOf(session)).includes(text));
  }

  it('[DP.82] is in the next message to the agent, once and as of the last revision', async () => {
    const writes = [
      updatePlan(0, stepsOf('port', 4, 0)),
      updatePlan(1, stepsOf('port', 4, 1)),
      updatePlan(2, stepsOf('port', 5, 2)),
    ];
    session = (await product.agentCalls('Start', ...writes)).session ?? '';
    await listSays('- [x] port: part 2\n- [-] port: part 3\n- [ ] port: part 4');
    const { requests } = await product.chat.ask('Go on', { replies: [{ text: 'Going on.' }] });
    const [request] = ofAgent(requests);
    assert.match(toldLast(request), /<todoList>[^]*- \[-\] port: part 3\n[^]*<\/todoList>/);
    assert.equal(told(request).join('').split('port: part 5').length - 1, 1);
  });

  it('is taken away by Stop, which changes no plan, and is back with the next call', async () => {
    const { end } = await product.chat.begin('Work', {
      replies: [inOneRound(updatePlan(3, stepsOf('port', 5, 3))), { text: 'Work', hang: true }],
    });
    await listSays('- [-] port: part 4');
    await product.chat.stop();
    await end;
    await waitFor('the list to go', async () => (await listOf(session)) === NO_LIST);
    const { requests } = await product.agentCalls('Where are we?', READ);
    const [first] = ofAgent(requests);
    assert.doesNotMatch(toldLast(first), /<todoList>/);
    await product.panelShows(/Revision 4\b/);
    await listSays('- [-] port: part 4');
  });

  it('follows a message that is edited, whatever the editor does to the list', async () => {
    const { page } = product.window;
    const { control } = product.chat;
    const since = await control.requestCount();
    await control.setScript(inOneRound(READ), { text: 'As before.' });
    await page.locator('.interactive-request', { hasText: 'Where are we?' }).last().click();
    await page.keyboard.press('Enter');
    await page
      .locator('.interactive-request.editing, .interactive-item-container.editing')
      .waitFor();
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('Where were we?');
    await page.keyboard.press('Enter');
    await waitFor('the edited message to be answered', async () => {
      const requests = ofAgent(await control.requests(since));
      return requests.length === 2 && requests.every(({ endedAt }) => endedAt !== undefined);
    });
    const [edited] = ofAgent(await control.requests(since));
    assert.match(toldLast(edited), /Where were we\?/);
    await listSays('- [-] port: part 4');
    await product.panelShows(/Revision 4\b/);
    const { requests } = await product.chat.ask('Go on', { replies: [{ text: 'Going on.' }] });
    assert.equal(toldLast(ofAgent(requests)[0]).split('port: part 5').length - 1, 1);
  });

  it('is what the subagents of a chat, working at the same time, left of the plan', async () => {
    const call = (prompt: string) => ({
      name: 'runSubagent',
      input: { prompt, description: prompt },
    });
    const writes = ['one', 'two'].map((topic) => updatePlan(4, stepsOf(topic, 3, 0)));
    const { result } = await product.chat.ask('Share the work', {
      replies: [
        { toolCalls: [call('First part'), call('Second part')] },
        ...writes.map((write) => ({ toolCalls: [write, READ] })),
        { text: 'Part done.' },
        { text: 'Part done.' },
        { text: 'All done.' },
      ],
    });
    assert.equal(result.errorDetails, undefined);
    await product.panelShows(/Revision 5\b/);
    const plan = await product.planInChat();
    const winner = plan.includes('one: part 1') ? 'one' : 'two';
    await listSays(`- [-] ${winner}: part 1\n- [ ] ${winner}: part 2\n- [ ] ${winner}: part 3`);
  });

  it('is in no other chat, and nowhere while the setting is off', async () => {
    await product.chat.newChat();
    await product.configure({ mirrorTodoList: false });
    const { requests, session: other = '' } = await product.agentCalls(
      'Something else',
      updatePlan(0, stepsOf('quiet', 3, 0)),
    );
    const next = await product.chat.ask('Go on', { replies: [{ text: 'Going on.' }] });
    for (const request of ofAgent([...requests, ...next.requests]))
      assert.doesNotMatch(told(request).join(''), /<todoList>|quiet: part/);
    assert.equal(await listOf(other), NO_LIST);
    await product.configure({ mirrorTodoList: undefined });
    await product.agentCalls('Again', READ);
    session = other;
    await listSays('- [-] quiet: part 1');
  });
});

function ofAgent(requests: readonly LoggedRequest[]): LoggedRequest[] {
  return requests.filter(({ kind }) => kind === 'agent');
}

/** What the person's side says in a request, without the answers of tools. */
function told(request: LoggedRequest | undefined): string[] {
  return (request?.messages ?? []).filter(({ role }) => role === 'user').map(textOf);
}

function toldLast(request: LoggedRequest | undefined): string {
  return told(request).findLast((text) => text !== '') ?? '';
}

function textOf({ content }: LoggedMessage): string {
  return content.map((part) => (part.type === 'text' ? part.value : '')).join('');
}
