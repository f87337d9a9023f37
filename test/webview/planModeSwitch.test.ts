import assert from 'node:assert/strict';
import type { PlanModeState } from '../../src/protocol/planView';
import type { Answer, BodyOf, EventMessage } from '../../src/protocol/webviewMessages';
import { eventMessage, livePlan, SESSION, viewOf } from './panelFixtures';
import { looksRight } from './panelLooks';
import { PanelPage } from './panelPage';
import { THEMES } from './panelServer';

const OFF = { active: false };
const ON = { active: true };
const ENTERING = { active: false, pending: true };
const LEAVING = { active: true, pending: false };

let panel: PanelPage;

const mode = () => panel.page.getByRole('switch');

function replyOf(state: PlanModeState | null): Answer {
  return { ok: true, value: { kind: 'planMode', state } };
}

async function answer(kind: 'planMode' | 'setPlanMode', reply: Answer): Promise<void> {
  const { id } = await panel.heard(kind);
  await panel.send({ kind: 'reply', id, answer: reply });
}

/** What the switch says: its words, whether it is on, and whether something is on its way. */
async function shown(): Promise<string> {
  const is = await mode().getAttribute('aria-checked');
  const dashed = (await panel.styleOf('.mode', 'borderTopStyle')) === 'dashed';
  return `${await mode().innerText()}: ${String(is)}${dashed ? ' (pending)' : ''}`;
}

async function open(state: PlanModeState | null, more = {}, options = {}): Promise<void> {
  panel = await PanelPage.open(options);
  await panel.send({ kind: 'reset', session: SESSION });
  await panel.show(viewOf(livePlan(), { planMode: state, ...more }));
  await answer('planMode', replyOf(state));
}

/** A commit of the session that says nothing of the plan. */
async function commit(cursor: number, state: PlanModeState, switched?: boolean): Promise<void> {
  const before = viewOf(livePlan());
  const after = { ...before, planMode: state, cursor: String(cursor) };
  const event: BodyOf<EventMessage> = { ...eventMessage(before, after), revisions: [] };
  if (switched !== undefined) event.switched = { cursor: String(cursor), active: switched };
  await panel.send(event);
}

describe('the switch of plan mode in the panel', () => {
  afterEach(() => panel.close());

  it('[PMx.16] [PM.24] [PM.78] is not there without plan mode; else shows what is selected, and that it is on its way', async () => {
    await open(null);
    assert.equal(await mode().count(), 0);
    for (const [state, text] of [
      [OFF, 'Plan mode: false'],
      [ENTERING, 'Plan mode from next turn: true (pending)'],
      [ON, 'Plan mode: true'],
      [LEAVING, 'Leaves plan mode at next turn: false (pending)'],
    ] as const) {
      await panel.send({ kind: 'reset', session: SESSION });
      await panel.show(viewOf(livePlan(), { planMode: state }));
      assert.equal(await shown(), text);
      await answer('planMode', replyOf(state));
      assert.equal(await shown(), text);
    }
  });

  it('[PM.2] [PM.5] [PM.72] [PMx.16] selects by keyboard while the agent works, and flips when the host has answered', async () => {
    await open(OFF, { activity: 'running' });
    await mode().focus();
    await panel.page.keyboard.press('Space');
    const asked = await panel.heard('setPlanMode');
    assert.deepEqual([asked.session, asked.active], [SESSION, true]);
    assert.equal(await shown(), 'Plan mode: false');
    assert.equal(await mode().getAttribute('aria-disabled'), 'true');
    await panel.page.keyboard.press('Enter');
    assert.equal(await panel.heardCount('setPlanMode'), 1);
    await answer('setPlanMode', replyOf(ENTERING));
    assert.equal(await shown(), 'Plan mode from next turn: true (pending)');
    assert.equal(await mode().getAttribute('aria-disabled'), 'false');
    assert.equal(await panel.announced(), 'Plan mode from next turn');
    assert.equal(await panel.inPage('document.activeElement.getAttribute("role")'), 'switch');
    await panel.page.keyboard.press('Space');
    assert.equal((await panel.heard('setPlanMode')).active, false);
  });

  it('[PMx.17] [PM.51] shows a failure beside it and does not change; another try takes the words away', async () => {
    await open(ON);
    await mode().click();
    await answer('setPlanMode', { ok: false, error: 'unavailable' });
    assert.equal(await shown(), 'Plan mode: true');
    assert.equal(
      await panel.page.getByRole('alert').innerText(),
      'Plan mode could not be switched.',
    );
    assert.equal(await mode().getAttribute('aria-disabled'), 'false');
    await mode().click();
    assert.equal(await panel.page.getByRole('alert').count(), 0);
    await answer('setPlanMode', replyOf(LEAVING));
    assert.equal(await shown(), 'Leaves plan mode at next turn: false (pending)');
  });

  it('[PMx.17] an answer for a session that is no longer shown changes nothing', async () => {
    await open(OFF);
    await mode().click();
    await panel.send({ kind: 'reset', session: 'other' });
    await panel.show(viewOf(livePlan(), { session: 'other', planMode: OFF }));
    await answer('planMode', replyOf(OFF));
    await answer('setPlanMode', replyOf(ENTERING));
    assert.equal(await shown(), 'Plan mode: false');
    assert.equal(await mode().getAttribute('aria-disabled'), 'false');
  });

  it('[PM.53] [PM.54] [PM.55] [PM.56] a logged switch is shown at once; other events leave what is pending', async () => {
    await open(ENTERING);
    await commit(13, ENTERING);
    assert.equal(await shown(), 'Plan mode from next turn: true (pending)');
    await commit(14, ON, true);
    assert.equal(await shown(), 'Plan mode: true');
    assert.equal(await panel.heardCount('planMode'), 1);
  });

  it('[PM.46] an answer that a logged switch overtook does not undo it', async () => {
    await open(ENTERING);
    await mode().click();
    await commit(13, ON, true);
    await answer('setPlanMode', replyOf(OFF));
    assert.equal(await shown(), 'Plan mode: true');
  });

  it('[PM.8] [PM.9] what another client or a tool selected is shown with the next picture', async () => {
    await open(ON);
    await panel.show(viewOf(livePlan(), { planMode: LEAVING }));
    assert.equal(await panel.heardCount('planMode'), 2);
    await answer('planMode', replyOf(LEAVING));
    assert.equal(await shown(), 'Leaves plan mode at next turn: false (pending)');
  });

  it('[PM.37] [PM.38] a question that fails leaves plan and switch as they are', async () => {
    await open(ON);
    await panel.show(viewOf(livePlan(), { planMode: ON }));
    await answer('planMode', { ok: false, error: 'unavailable' });
    assert.equal(await shown(), 'Plan mode: true');
    assert.equal(await panel.page.getByRole('alert').count(), 0);
    assert.equal((await panel.steps()).length, 8);
  });

  it('[PM.1] is there before the first plan', async () => {
    await open(OFF, { plan: null, revisions: [] });
    assert.equal(await shown(), 'Plan mode: false');
    await mode().click();
    assert.equal((await panel.heard('setPlanMode')).active, true);
  });

  it('that the plan waits for an answer is shown and said, as long as it does', async () => {
    await open(ON);
    const waits = panel.page.locator('.tag', { hasText: 'waits for your review of revision 12' });
    const following = { kind: 'following', session: SESSION, stays: false } as const;
    for (const stays of [false, true]) await panel.send({ ...following, stays, review: 12 });
    assert.equal(await waits.count(), 1);
    assert.equal(await panel.announced(), 'waits for your review of revision 12');
    await panel.send(following);
    assert.equal(await waits.count(), 0);
  });

  for (const theme of THEMES) {
    it(`looks right in ${theme}`, async () => {
      await open(OFF, {}, { theme });
      await panel.shot(`planMode-${theme}-off`);
      await panel.show(viewOf(livePlan(), { planMode: ON, approved: 9 }));
      await answer('planMode', replyOf(ON));
      await panel.shot(`planMode-${theme}-on`);
      await mode().click();
      await answer('setPlanMode', replyOf(LEAVING));
      await mode().click();
      await answer('setPlanMode', { ok: false, error: 'timeout' });
      await looksRight(panel, `planMode-${theme}-pending`);
    });
  }
});
