import assert from 'node:assert/strict';
import { waitFor } from '../../support/workbench/chatDriver';
import { exitPlanMode, PlanModeStory, toolResults } from '../planModeStory';
import { type Product, inOneRound, stepsOf, updatePlan } from '../product';
import { sharedWindow } from './sharedWindow';

describe('plan mode in the workbench', () => {
  let product: Product;
  let story: PlanModeStory;

  before(async () => {
    product = await sharedWindow();
    story = new PlanModeStory(product);
  });

  const outcomes = async () =>
    (await story.events('plan_reviewed')).map(({ data }) => [data.revision, data.outcome]);

  const switches = async () => (await story.events('plan/mode')).map(({ data }) => data.active);

  it('[PM.34] [PMx.15] plan, approve, execute, done', async () => {
    await product.chat.newChat();
    const over = await story.say(
      '@plan /plan Fix the flaky tests',
      inOneRound(updatePlan(0, stepsOf('flaky', 3, -1))),
      exitPlanMode(1),
      inOneRound(updatePlan(1, stepsOf('flaky', 3, 3))),
      { text: 'All done.' },
    );
    await story.cardShows('flaky: part 3');
    await product.statusBarHears('Revision 1 waits for your answer.');
    await story.switchSays('Plan mode', true);
    await story.press('Approve and start');
    const requests = await over();
    assert.match(toolResults(requests)[1] ?? '', /approved revision 1/);
    await story.switchSays('Plan mode', false);
    await product.panelShows('approved at 1');
    await product.panelShows('All steps marked complete by the agent');
    assert.deepEqual([await outcomes(), await switches()], [[[1, 'approved']], [true, false]]);
  });

  it('[PM.33] [PM.34] [PM.62] the palette goes from off over pending to on and off again', async () => {
    await product.chat.newChat();
    const over = await story.say('@plan Hello', { text: 'Hello.', delayMs: 5_000 });
    await story.switchSays('Plan mode', false);
    await story.palette('Toggle Plan Mode');
    await story.switchSays('Plan mode from next turn', true);
    const [running] = await over();
    assert.doesNotMatch(JSON.stringify(running?.messages), /Plan mode is active/);
    await story.switchSays('Plan mode from next turn', true);
    const overNext = await story.say('@plan Go on', { text: 'Going on.' });
    const [next] = await overNext();
    assert.match(JSON.stringify(next?.messages), /Plan mode is active/);
    await story.switchSays('Plan mode', true);
    await story.palette('Toggle Plan Mode');
    await story.switchSays('Leaves plan mode at next turn', false);
    await (
      await story.say('@plan And on', { text: 'And on.' })
    )();
    await story.switchSays('Plan mode', false);
    assert.deepEqual(await switches(), [true, false]);
  });

  it('[FC.36] [FC.42] [PMx.14] [PMx.21] a selection outlives a reload in its chat alone; an open question does not, and nothing is approved', async () => {
    await product.chat.newChat();
    const others = await story.selectedSessions();
    await story.say(
      '@plan /plan Move the importer',
      inOneRound(updatePlan(0, stepsOf('move', 2, -1))),
      exitPlanMode(1),
      { text: 'Never said.' },
    );
    await story.cardShows('move: part 2');
    assert.equal(await story.selectedSessions(), others + 1);
    await story.flipSwitch();
    await story.switchSays('Leaves plan mode at next turn', false);
    await product.reload();
    await product.showPanel();
    await product.panelShows('move: part 2');
    await story.switchSays('Leaves plan mode at next turn', false);
    assert.equal(await product.panel.getByText('waits for your review').count(), 0);
    await story.flipSwitch();
    await story.switchSays('Plan mode', true);
    assert.equal(await story.selectedSessions(), others + 1);
    assert.deepEqual([await outcomes(), await switches()], [[], [true]]);
  });

  it('[PMx.13] a plan that another window changed while the question was open is not approved', async () => {
    await product.chat.newChat();
    const over = await story.say(
      '@plan /plan Write the docs',
      inOneRound(updatePlan(0, stepsOf('docs', 2, -1))),
      exitPlanMode(1),
      exitPlanMode(2),
      { text: 'Thanks.' },
    );
    await story.cardShows('docs: part 2');
    await story.elsewhere(async (service, session) => {
      const steps = stepsOf('docs', 3, -1);
      await service.execute({
        ...{ kind: 'guest_call', session, turn_id: 'there', call_id: 'there-1' },
        command: { name: 'update_plan', input: { expected_revision: 1, steps } },
        origin: { coworker: 'chat', configuration: { planning: true, subtasks: false } },
      });
    });
    await product.panelShows('docs: part 3');
    await story.press('Approve and start');
    await story.cardShows('revision 2');
    await story.press('Approve and start');
    const [, refused = '', approved = ''] = toolResults(await over());
    assert.match(refused, /^ERROR: The plan changed from revision 1 to 2.*1 added/);
    assert.match(approved, /approved revision 2/);
    assert.deepEqual(await outcomes(), [[2, 'approved']]);
  });

  it('[FC.35] [FC.37] three rejections in a row show the way out, and nothing but the person leaves', async () => {
    await product.chat.newChat();
    const over = await story.say(
      '@plan /plan Rename the module',
      inOneRound(updatePlan(0, stepsOf('name', 2, -1))),
      ...[exitPlanMode(1), exitPlanMode(1), exitPlanMode(1)],
      { toolCalls: [{ name: 'bench_noop', input: {} }] },
      { text: 'What else?' },
    );
    for (let rejection = 1; rejection <= 3; rejection += 1) {
      await story.cardShows('name: part 2');
      await story.press('Reject');
      await product.window.page
        .getByText('Rejected', { exact: false })
        .nth(rejection - 1)
        .waitFor();
    }
    const results = toolResults(await over());
    assert.match(results[3] ?? '', /wants to keep planning/);
    assert.match(results[4] ?? '', /^ERROR: /);
    await story.switchSays('Plan mode', true);
    assert.deepEqual(await outcomes(), Array(3).fill([1, 'kept_planning']));
    // The editor folds what was said before the last word.
    const { page } = product.window;
    await page
      .getByText(/Completed \d+ steps/)
      .last()
      .click();
    const leave = page.locator('.chat-command-button').getByText('Leave Plan Mode');
    await waitFor('plan mode to be left', async () => {
      // The list of the chat draws its rows anew at any time, and a click then meets none.
      await leave.click();
      return story.says('Leaves plan mode at next turn', false);
    });
  });

  it('[FC.38] where tools are approved by themselves the person is asked all the same, by us', async () => {
    const { control } = product.chat;
    const key = 'chat.tools.global.autoApprove';
    await control.probe('setConfiguration', { key, value: true });
    await product.chat.newChat();
    const over = await story.say(
      '@plan /plan Sort the imports',
      inOneRound(updatePlan(0, stepsOf('sort', 2, -1))),
      ...[exitPlanMode(1), exitPlanMode(1)],
      { text: 'Fine.' },
    );
    const { page } = product.window;
    const question = page.locator('.quick-input-widget', { hasText: 'Start on this plan?' });
    await question.getByText('sort: part 2').waitFor();
    const asked = await control.requestCount();
    await page.keyboard.press('Escape');
    // The next question looks the same; it comes with the next request.
    await waitFor('the next request', async () => (await control.requestCount()) > asked);
    await question.getByText('sort: part 2').waitFor();
    await question.getByText('Leave plan mode without approving').click();
    const [, refused = '', left = ''] = toolResults(await over());
    assert.match(refused, /did not answer, so nothing was approved/);
    assert.match(left, /left plan mode without approving/);
    assert.deepEqual(await outcomes(), [[1, 'left']]);
    await story.switchSays('Plan mode', false);
    await control.probe('setConfiguration', { key, value: undefined });
  });

  it('a plan goes on in a new chat with another model: the first request has the plan and nothing of the planner', async () => {
    const { page } = product.window;
    await story.palette('Continue Plan in a New Chat');
    const choice = page.locator('.quick-input-list').getByText('Goes on with a copy of the plan');
    await choice.click();
    await page.locator('.quick-input-list').getByText('Scripted Model 2').click();
    const draft = page.locator('.interactive-input-editor', { hasText: 'session-plans' });
    await draft.first().waitFor();
    const since = await product.chat.control.requestCount();
    await product.chat.control.setScript({ text: 'Working on it.' });
    await draft.first().click();
    await page.keyboard.press('Enter');
    await product.panelShows('sort: part 2');
    await product.window.page.getByText('Working on it.').first().waitFor();
    const requests = await product.chat.control.requests(since);
    const first = requests.find(({ kind }) => kind === 'agent');
    assert.equal(first?.model, 'scripted-model-2');
    const words = JSON.stringify(first.messages);
    assert.match(words, /Start on the plan/);
    assert.match(words, /sort: part 2/);
    assert.doesNotMatch(words, /Sort the imports|exit_plan_mode.*left plan mode/);
    const events = await story.events('session_adopted');
    assert.deepEqual(
      events.map(({ data }) => data.revision),
      [1],
    );
  });
});
