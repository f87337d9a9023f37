import assert from 'node:assert/strict';
import { join } from 'node:path';
import { exitPlanMode, PlanModeStory, toolResults } from '../extension/planModeStory';
import {
  inOneRound,
  Product,
  stepsOf,
  updatePlan,
  DEFAULT_TOOLSET,
  WHOLE_TOOLSET,
} from '../extension/product';
import { describePlanningStory } from '../extension/stories/planningStory';
import { extensionUnderTest } from '../support/workbench/extensionUnderTest';
import { editorVersion, OLDEST } from '../support/workbench/workbenchEdition';

const fixture = (name: string) => join(__dirname, '..', 'extension', 'fixtures', name);
const PROBE = 'session-plans-test.proposal-probe';

describe('in the oldest editor that the extension asks for', () => {
  let product: Product;

  before(async () => {
    product = await Product.start({
      edition: OLDEST,
      extensions: [extensionUnderTest(), fixture('defaultAgent'), fixture('proposalProbe')],
      copilot: false,
    });
  });

  // It also looks for refusals by the content security policy.
  after(() => product.stop());

  it('it is active, and the editor is that one and refuses a proposed API that was not declared', async () => {
    const { control } = product.chat;
    assert.equal((await control.ping()).version, editorVersion(OLDEST));
    assert.equal((await control.extension('session-plans.session-plans')).isActive, true);
    await control.activate(PROBE);
    const { exports } = await control.extension(PROBE);
    assert.match((exports as { refusal: string }).refusal, /API proposal/);
  });

  it('an agent writes its plan, and panel and status bar show every revision', async () => {
    await product.chat.newChat();
    const chat = await product.chat.sessionOfChatInFront();
    assert.deepEqual(await product.chat.control.noopSessions(), [chat]);
    for (const done of [0, 1, 3]) {
      const revision = done === 3 ? 3 : done + 1;
      const { toolCalls, session } = await product.agentCalls(
        `Round ${revision}`,
        updatePlan(revision - 1, stepsOf('import', 3, done), 'Move the importer'),
      );
      assert.match(toolCalls[0]?.text ?? '', new RegExp(`^Plan revision ${revision}:`));
      assert.equal(session, chat);
      await product.panelShows(new RegExp(`Revision ${revision}\\b`));
      await product.statusBarShows(`${done}/3`);
      assert.equal(await product.revisions.count(), revision);
    }
    const [offered] = (await product.chat.control.requests()).filter(
      ({ kind }) => kind === 'agent',
    );
    const names = offered?.tools.map(({ name }) => name) ?? [];
    assert.ok(names.includes('update_plan') && names.includes('read_plan'), names.join());
    const stale = await product.answersTo('Again', updatePlan(1, stepsOf('import', 1, 1)));
    assert.match(stale[0] ?? '', /^ERROR: .*3/);
  });

  it('two chats have two plans, also one after the other and after a reload', async () => {
    const startChat = async (topic: string): Promise<string> => {
      await product.chat.newChat();
      const plan = updatePlan(0, stepsOf(topic, 2, 0));
      const { session } = await product.agentCalls(topic, plan);
      assert.ok(session);
      return session;
    };
    const chats = { alpha: await startChat('alpha'), beta: await startChat('beta') };
    assert.notEqual(chats.alpha, chats.beta);
    for (const [round, topic] of (['alpha', 'beta', 'alpha', 'beta'] as const).entries()) {
      const other = topic === 'alpha' ? 'beta' : 'alpha';
      await product.chat.openSession(chats[topic]);
      const written = Math.floor(round / 2) + 1;
      const plan = updatePlan(written, stepsOf(topic, 2, written));
      const { session } = await product.agentCalls(`Round ${round}`, plan);
      assert.equal(session, chats[topic]);
      await product.panelShows(`${topic}: part 2`);
      assert.equal(await product.panel.getByText(`${other}: part`).count(), 0);
      assert.match(await product.planInChat(), new RegExp(`revision ${written + 1}\\b`));
    }
    await product.reloadByCommand();
    await product.showPanel();
    await product.panelShows('beta: part 2');
    await product.panelShows(/Revision 3\b/);
    await product.chat.openSession(chats.alpha);
    assert.match(await product.planInChat(), /revision 3\b[^]*alpha: part 2/);
    await product.panelShows('alpha: part 2');
  });

  describe('with the whole toolset', () => {
    before(() => product.configure(WHOLE_TOOLSET));
    after(() => product.configure(DEFAULT_TOOLSET));
    describePlanningStory(() => product);
  });

  describe('with plan mode', () => {
    let story: PlanModeStory;

    before(() => {
      story = new PlanModeStory(product);
    });

    /** The editor has no card for plans yet, so the person is asked by a list of ours. */
    const answer = async (title: string, choice: string): Promise<void> => {
      const question = product.window.page.locator('.quick-input-widget', { hasText: title });
      await question.getByText(choice, { exact: true }).click();
    };

    it('plan, keep planning, approve, execute, done', async () => {
      await product.chat.newChat();
      const over = await story.say(
        '@plan /plan Fix the flaky tests',
        inOneRound(updatePlan(0, stepsOf('flaky', 3, -1))),
        exitPlanMode(1),
        { toolCalls: [{ name: 'bench_noop', input: {} }] },
        inOneRound(updatePlan(1, stepsOf('flaky', 4, -1))),
        exitPlanMode(2),
        inOneRound(updatePlan(2, stepsOf('flaky', 4, 4))),
        { text: 'All done.' },
      );
      await product.statusBarHears('Revision 1 waits for your answer.');
      await story.switchSays('Plan mode', true);
      await answer('Start on this plan? (revision 1)', 'Keep planning');
      const { page } = product.window;
      await page.locator('.quick-input-widget', { hasText: 'What should be different?' }).waitFor();
      await page.keyboard.type('One more part.');
      await page.keyboard.press('Enter');
      await answer('Start on this plan? (revision 2)', 'Approve and start');
      const results = toolResults(await over());
      assert.match(results[1] ?? '', /keep planning[^]*One more part\./);
      assert.match(results[2] ?? '', /^ERROR: Plan mode is active and bench_noop/);
      assert.match(results[4] ?? '', /approved revision 2/);
      await story.switchSays('Plan mode', false);
      await product.panelShows('approved at 2');
      await product.panelShows('All steps marked complete by the agent');
      const reviewed = await story.events('plan_reviewed');
      assert.deepEqual(
        reviewed.map(({ data }) => [data.revision, data.outcome]),
        [
          [1, 'kept_planning'],
          [2, 'approved'],
        ],
      );
    });

    it('the switch in the panel selects it for the next turn, and a message of nothing else ends it', async () => {
      await product.chat.newChat();
      await product.chat.ask('@plan Hello', { replies: [{ text: 'Hello.' }] });
      await story.switchSays('Plan mode', false);
      await story.flipSwitch();
      await story.switchSays('Plan mode from next turn', true);
      const { requests } = await product.chat.ask('@plan Go on', { replies: [{ text: 'On.' }] });
      const [next] = requests.filter(({ kind }) => kind === 'agent');
      assert.match(JSON.stringify(next?.messages), /Plan mode is active/);
      await story.switchSays('Plan mode', true);
      await product.chat.ask('@plan /off And on', { replies: [{ text: 'And on.' }] });
      await story.switchSays('Plan mode', false);
      const modes = await story.events('plan/mode');
      assert.deepEqual(
        modes.map(({ data }) => data.active),
        [true, false],
      );
    });
  });
});
