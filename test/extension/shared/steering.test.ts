import assert from 'node:assert/strict';
import { waitFor } from '../../support/workbench/chatDriver';
import type { ScriptedReply } from '../../support/workbench/control';
import { inOneRound, type Product, stepsOf, type StepInput, updatePlan } from '../product';
import { sharedWindow } from './sharedWindow';

/** People draft in the panel; what is sent is a message like any other, in the chat of the plan. */
describe('steering a plan', () => {
  let product: Product;

  before(async () => {
    product = await sharedWindow();
  });

  const button = (name: string | RegExp) =>
    product.panel.getByRole('button', { name, exact: typeof name === 'string' });

  async function press(...keys: string[]): Promise<void> {
    for (const key of keys) await product.window.page.keyboard.press(key);
  }

  /** A new chat in which an agent has written this plan. */
  async function begin(prefix: string, steps: readonly StepInput[]): Promise<void> {
    await product.chat.newChat();
    await product.chat.ask(`${prefix}Plan it`, {
      replies: [inOneRound(updatePlan(0, steps)), { text: 'Planned.' }],
    });
    await product.panelShows(steps.at(-1)?.description ?? '');
    await product.panelShows(/Revision 1\b/);
  }

  /** Drafts another text for the last step, and that the first one is cancelled. */
  async function draft(text: string): Promise<void> {
    await product.panel.locator('#steps').focus();
    await press('End', 'F2');
    await product.panel.getByRole('textbox', { name: 'Text of the step' }).waitFor();
    await press('Control+a');
    await product.window.page.keyboard.type(text);
    await press('Enter', 'Home', 'Delete');
    await product.panelShows('2 changes drafted');
  }

  /** What the model was asked because of a press of a button. */
  async function asked(name: string, ...replies: readonly ScriptedReply[]): Promise<string> {
    const { control } = product.chat;
    const since = await control.requestCount();
    await control.setScript(...replies);
    await button(name).click();
    await waitFor('the model to take the script', async () => {
      return (await control.remainingScript()).length === 0;
    });
    const requests = (await control.requests(since)).filter(({ kind }) => kind === 'agent');
    const parts = requests[0]?.messages.flatMap(({ content }) => content) ?? [];
    return parts.map((part) => (part.type === 'text' ? part.value : '')).join('\n');
  }

  for (const [who, prefix] of [
    ['the agent of the editor', ''],
    ['@plan', '@plan '],
  ] as const) {
    it(`[DP.73][FC.33] a draft is sent, ${who} makes it so, and it closes itself`, async () => {
      const [first, second, third] = stepsOf('draft', 3, 0);
      assert.ok(first && second && third);
      await begin(prefix, [first, second, third]);
      await draft('Do "it" #well');
      const text = await asked(
        'Send',
        inOneRound(
          updatePlan(1, [
            { ...second, status: 'in_progress' },
            { ...third, description: 'Do "it" #well' },
          ]),
        ),
        { text: 'Changed.' },
      );
      assert.match(text, /Change the plan, which is at revision 1, in exactly this way/);
      assert.match(text, /- Step "draft-3": change its text to "Do \\"it\\" \\u0023well"/);
      assert.match(text, /- Step "draft-1": cancel it; /);
      await product.panelShows('Your changes are in revision 2.');
      await product.panelShows('Do "it" #well');
      await button('Close').click();
      assert.equal(await button('Send').count(), 0);
    });
  }

  it('[FC.33] a revision in between is a conflict, a refusal leaves the draft, and it can be sent again or dismissed', async () => {
    const [first, second, third] = stepsOf('clash', 3, 0);
    assert.ok(first && second && third);
    await begin('', [first, second, third]);
    await draft('Mine');
    const theirs = { ...third, description: 'Theirs' };
    await product.agentCalls('Rename it', updatePlan(1, [first, second, theirs]));
    await product.panelShows(/Now it is: Theirs/);
    assert.equal(await button('Send').getAttribute('aria-disabled'), 'true');
    await button('Keep Mine').click();
    await product.panelShows('2 changes drafted');
    const refused = await asked('Send', { text: 'I would rather not.' });
    assert.match(refused, /at revision 2, in exactly this way/);
    await product.panelShows('Sent. Not in the plan yet: 2 of 2 changes.');
    await asked(
      'Send Again',
      inOneRound(updatePlan(2, [first, second, { ...third, description: 'Mine' }])),
      {
        text: 'Half of it.',
      },
    );
    await product.panelShows('Sent. Not in the plan yet: 1 of 2 changes.');
    await button('Dismiss').click();
    await product.panelShows('The draft is dismissed.');
    await product.panelShows('clash: part 1');
    await button('Close').click();
  });

  it('[FC.33] a draft and what is being typed outlive a reload and a look at another chat', async function () {
    this.timeout(240_000);
    await begin('', stepsOf('kept', 2, 0));
    await draft('Kept text');
    await press('End', 'F2', 'End');
    await product.window.page.keyboard.type(' goes on');
    await begin('', stepsOf('other', 2, 0));
    assert.equal(await button('Send').count(), 0);
    await product.reloadByCommand();
    await product.showPanel();
    await product.panelShows('other: part 2');
    await product.panel.locator('.title-button').click();
    await product.panel
      .getByRole('option', { name: /kept: part/ })
      .first()
      .click();
    const field = product.panel.getByRole('textbox', { name: 'Text of the step' });
    await field.waitFor();
    assert.equal(await field.inputValue(), 'Kept text goes on');
    await button('Dismiss').click();
    await product.chat.control.executeCommand('sessionPlans.followLatest');
  });

  it('[DP.73] the way back is a message with the exact steps, and the plan is seen to be back', async () => {
    await begin('', stepsOf('back', 2, 0));
    await product.agentCalls('Go on', updatePlan(1, stepsOf('back', 3, 1)));
    await product.panelShows(/Revision 2\b/);
    await product.revisions.filter({ hasText: 'added' }).last().click();
    await product.panelShows('Viewing revision 1 of 2');
    const text = await asked(
      'Ask to Go Back to 1',
      inOneRound(updatePlan(2, stepsOf('back', 2, 0))),
      {
        text: 'Back.',
      },
    );
    assert.match(text, /back to what it was at revision 1: exactly these steps/);
    assert.match(
      text,
      /- "back-1", in_progress: "back: part 1"\n- "back-2", pending: "back: part 2"/,
    );
    await product.panelShows(/back at 1/);
  });

  it('[FC.31] one key asks that the list tells the truth', async () => {
    await begin('', stepsOf('true', 2, 0));
    const { control } = product.chat;
    const since = await control.requestCount();
    await control.setScript(inOneRound(updatePlan(1, stepsOf('true', 2, 2))), { text: 'True.' });
    await product.panel.locator('#steps').focus();
    await press('Alt+u');
    await product.panelShows('All steps marked complete by the agent');
    const messages = JSON.stringify((await control.requests(since)).map((each) => each.messages));
    assert.match(messages, /Bring the plan, which is at revision 1, up to date/);
  });
});
