import assert from 'node:assert/strict';
import { waitFor } from '../../support/workbench/chatDriver';
import type { LoggedRequest } from '../../support/workbench/control';
import { notInPalette } from '../keyboard';
import { PlanModeStory } from '../planModeStory';
import { Product, inOneRound, stepsOf, updatePlan } from '../product';
import { sharedWindow } from './sharedWindow';

const CHANGING =
  /^(create_|edit_|insert_edit|replace_string|apply_patch|run_|runSubagent|send_to_)/;

describe('the agents that come with the extension', () => {
  let product: Product;
  let story: PlanModeStory;

  before(async () => {
    product = await sharedWindow();
    story = new PlanModeStory(product);
  });

  const page = () => product.window.page;

  async function chatIsWith(agent: string): Promise<void> {
    const name = page().locator('.interactive-input-part .chat-input-toolbar').getByText(agent);
    await name.first().waitFor();
  }

  const handoff = (label: string) =>
    page().locator('.chat-suggest-next-widget').getByRole('button', { name: label, exact: true });

  it('are in the list of agents', async () => {
    await product.chat.control.executeCommand('workbench.action.chat.openModePicker');
    const list = page().locator('.context-view');
    await list.getByText('Session Planner', { exact: true }).waitFor();
    await list.getByText('Plan Executor', { exact: true }).waitFor();
    await page().keyboard.press('Escape');
  });

  it('plan with tools that read, and hand over to one that works on the plan', async () => {
    const { requests } = await product.chat.ask('Plan it', {
      mode: 'Session Planner',
      replies: [inOneRound(updatePlan(0, stepsOf('job', 3, -1))), { text: 'There it is.' }],
    });
    const planning = requests.find(({ kind }) => kind === 'agent');
    const planner = namesOf(planning);
    for (const name of [
      'read_file',
      'grep_search',
      'vscode_askQuestions',
      'update_plan',
      'read_plan',
    ])
      assert.ok(planner.includes(name), `${name} in ${planner.join()}`);
    assert.deepEqual(
      planner.filter((name) => CHANGING.test(name) || name === 'manage_todo_list'),
      [],
    );
    assert.match(JSON.stringify(planning?.messages), /in \\"Session Planner\\" mode/);
    assert.match(JSON.stringify(planning?.messages), /<name>session-plans<\/name>/);

    const { control } = product.chat;
    const since = await control.requestCount();
    await control.setScript(inOneRound(updatePlan(1, stepsOf('job', 3, 0))), { text: 'Begun.' });
    await handoff('Start on the Plan').click();
    await product.panelShows(/Revision 2\b/);
    const executor = (await control.requests(since)).find(({ kind }) => kind === 'agent');
    assert.match(executor?.lastUserText ?? '', /Start on the plan\./);
    assert.match(executor?.lastUserText ?? '', /<todoList>[^]*- \[ \] job: part 1/);
    assert.match(JSON.stringify(executor?.messages), /in \\"Plan Executor\\" mode/);

    await handoff('Revise the Plan').click();
    await chatIsWith('Session Planner');
    await page().locator('.interactive-input-editor', { hasText: 'Revise the plan:' }).waitFor();
    const agent = await product.chat.ask('Hello', { replies: [{ text: 'Hello.' }] });
    assert.deepEqual(
      namesOf(executor),
      namesOf(agent.requests.find(({ kind }) => kind === 'agent')),
    );
  });

  it('are chosen from the palette, where plan mode is not ours to switch, and nothing is claimed', async () => {
    await story.palette('Switch This Chat to Session Planner');
    await chatIsWith('Session Planner');
    const { control } = product.chat;
    await control.executeCommand('sessionPlans.switchToAgent');
    await chatIsWith('Agent');
    // It waits for an answer.
    control.executeCommand('sessionPlans.togglePlanMode').catch(() => undefined);
    const notice = page().locator('.notification-toast', { hasText: 'not ours' });
    await notice.hover();
    await notice.getByText('Switch This Chat to Session Planner').click();
    await chatIsWith('Session Planner');
    await control.executeCommand('sessionPlans.switchToAgent');
    assert.equal(await product.panel.getByRole('switch').count(), 0);
    await notInPalette(page(), 'Session Plans: Toggle Plan Mode');
  });

  it("make a plan of the editor's todo list by an ordinary message", async () => {
    await product.chat.newChat();
    const todoList = [
      { id: 1, title: 'Find the cause', status: 'completed' },
      { id: 2, title: 'Fix it', status: 'in-progress' },
      { id: 3, title: 'Tell the others', status: 'not-started' },
    ];
    await product.chat.ask('Keep a list', {
      replies: [
        { toolCalls: [{ name: 'manage_todo_list', input: { todoList } }] },
        { toolCalls: [{ name: 'read_plan', input: {} }] },
        { text: 'Kept.' },
      ],
    });
    await story.palette('Make a Plan of the Todo List');
    const draft = page().locator('.interactive-input-editor', { hasText: '- [-] Fix it' });
    await draft.waitFor();
    const { control } = product.chat;
    const since = await control.requestCount();
    const steps = todoList.map(({ id, title }, place) => ({
      ...{ id: `t${id}`, description: title },
      status: (['completed', 'in_progress', 'pending'] as const)[place] ?? 'pending',
    }));
    await control.setScript(inOneRound(updatePlan(0, steps)), { text: 'Taken over.' });
    await draft.click();
    await page().keyboard.press('Enter');
    await product.panelShows('Tell the others');
    await product.panelShows(/Revision 1\b/);
    await waitFor('the answer', async () => (await control.remainingScript()).length === 0);
    const sent = (await control.requests(since)).find(({ kind }) => kind === 'agent');
    assert.match(
      sent?.lastUserText ?? '',
      /todo list[^]*- \[x\] Find the cause\n- \[-\] Fix it\n- \[ \] Tell/,
    );
  });
});

function namesOf(request: LoggedRequest | undefined): string[] {
  return (request?.tools ?? []).map(({ name }) => name);
}
