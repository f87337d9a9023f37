import assert from 'node:assert/strict';
import { eventsOf, livePlan, step, viewOf } from './panelFixtures';
import { PanelPage } from './panelPage';
import { changeOf, everyKind, listOf, rowOf } from './sessionFixtures';

let panel: PanelPage;

/** A panel that shows the list, with these rows in it. */
async function openList(rows = everyKind(), planTool: string | null = 'update_plan') {
  panel = await PanelPage.open({ page: 'sessions', planTool });
  await panel.send(listOf(rows));
}

const option = (text: string) => panel.page.getByRole('option').filter({ hasText: text });

describe('the list of sessions', () => {
  afterEach(() => panel.close());

  it('is asked for when it comes on the screen, and no longer wanted after that', async () => {
    panel = await PanelPage.showing(viewOf(livePlan()));
    assert.equal(await panel.heardCount('list'), 0);
    await panel.page.getByRole('heading', { level: 1 }).getByRole('button').click();
    assert.deepEqual((await panel.heard('list')).on, true);
    await panel.send(listOf(everyKind()));
    assert.equal(await panel.page.getByRole('option').count(), 8);
    await panel.page.getByRole('button', { name: 'Back to the plan' }).click();
    assert.equal((await panel.heard('list')).on, false);
    assert.equal(await panel.page.getByRole('tree').isVisible(), true);
  });

  it('comes back with the panel, and asks again whenever the host says hello', async () => {
    await openList();
    assert.equal((await panel.heard('list')).on, true);
    assert.equal(await panel.heardCount('list'), 1);
    await panel.page.reload();
    await panel.showAgain(viewOf(livePlan()));
    assert.equal(await panel.heardCount('list'), 2);
    await panel.send(listOf(everyKind()));
    assert.equal(await panel.page.getByRole('option').count(), 8);
  });

  it('leads with the pointer to the chat of a plan, where there is one', async () => {
    await openList([rowOf('here', 1), rowOf('outside', 2, { session: 'mcp:outside' })]);
    const toChat = panel.page.getByTitle('Go to Chat');
    await option('here').hover();
    await toChat.waitFor();
    await option('outside').hover();
    await panel.page.getByTitle('Pin', { exact: true }).waitFor();
    assert.equal(await toChat.count(), 0);
  });

  it('says of each row what it is for, how far, what now, by whom and since when', async () => {
    await openList();
    const seen = await panel.page.getByRole('option').evaluateAll((all) =>
      all.map((row) => [
        (row.querySelector('svg')?.getAttribute('class') ?? '').replace('icon icon-', ''),
        [...row.querySelectorAll('.session-title, .session-end, bdi, time')]
          .filter((part) => part.tagName !== 'BDI' || part.closest('.session-note'))
          .map((part) => part.textContent.replace(/^, /, ''))
          .join(''),
      ]),
    );
    assert.deepEqual(seen, [
      ['cancelled', 'House rules of this repository2/4no open stepschat agent3 days'],
      ['in_progress', 'Fix the flaky checkout tests3/8Injecting the clock@plannow'],
      ['pending', 'Untitled plan0/22 open stepschat agent3 min'],
      ['bell', 'Migrate settings to zod 45/9waits for your review of revision 4@plan6 min'],
      ['completed', 'Release notes for 2.36/6all marked complete by the agentClaude Code12 min'],
      ['stale', 'Port the CSV importer2/119 open steps, not updated since yesterdayClaude Code'],
      ['pending', 'Spike: WASM parserno stepschat agent6 mths'],
      ['stale', seen[7]?.[1]],
    ]);
    assert.match(
      seen[7]?.[1] ?? '',
      /^Spike: parser1\/43 open steps, not updated since [A-Z][a-z]+ \d{4}chat agent$/,
    );
  });

  it('says the same to ears, with what icons and columns say', async () => {
    await openList();
    const spoken = await panel.page.getByRole('listbox').ariaSnapshot();
    assert.match(
      spoken,
      /"Migrate settings to zod 4 ?, waits for your review of revision 4 ?, @plan ?, 6 min ?, Plan mode, 5 of 9 steps marked complete by the agent"/,
    );
    assert.match(spoken, /"Port the CSV importer[^"]*, in another workspace, 2 of 11/);
    assert.match(spoken, /"House rules[^"]*, pinned, 2 of 4/);
    assert.match(spoken, /"Spike: WASM parser ?, no steps ?, chat agent ?, 6 mths"/);
  });

  it('leaves out who works on it where there is no room, and cuts neither that nor the time', async () => {
    await openList();
    const parts = await panel.page.getByRole('option').evaluateAll((rows) =>
      rows.map((row) => {
        const bottom = row.querySelector('.session-note')?.getBoundingClientRect().bottom ?? 0;
        const who = row.querySelector('.session-note > bdi:last-child');
        const time = row.querySelector('time');
        return {
          who: (who?.getBoundingClientRect().top ?? 0) < bottom ? who?.textContent : 'left out',
          isCut: [who, time].some((part) => part && part.scrollWidth > part.clientWidth + 1),
        };
      }),
    );
    assert.deepEqual(
      parts.map((part) => part.who),
      [
        ...['chat agent', '@plan', 'chat agent', 'left out', 'left out', 'left out'],
        ...['chat agent', 'left out'],
      ],
    );
    assert.ok(parts.every((part) => !part.isCut));
  });

  it('[FC.31] never spins, and calls no session current of which nothing was heard', async () => {
    await openList([rowOf('old', 45, { title: 'Old', current: 'Writing the tests' })]);
    assert.match(await option('Old').innerText(), /3 open steps, not updated since/);
    assert.doesNotMatch(await panel.page.locator('main').innerText(), /Writing the tests/);
    assert.equal(await panel.inPage('document.getAnimations().length'), 0);
  });

  it('opens a session with a click and stays there; follows the latest again on request', async () => {
    await openList();
    await panel.send({ kind: 'following', session: everyKind()[0]?.session ?? '', stays: true });
    const follow = panel.page.getByRole('button', { name: 'Follow the latest' });
    assert.equal(await follow.getAttribute('aria-pressed'), 'false');
    assert.deepEqual(
      await panel.page.locator('[aria-selected=true]').allInnerTexts(),
      await option('flaky checkout').allInnerTexts(),
    );
    await option('Migrate settings').click();
    assert.equal((await panel.heard('open')).session, 'vscode-chat-session://local/zod');
    assert.equal(await panel.page.getByRole('listbox', { name: 'All sessions' }).count(), 0);
    await panel.show(viewOf(eventsOf([[step('a', 'One')]])));
    await panel.page.getByRole('heading', { level: 1 }).getByRole('button').click();
    await follow.click();
    assert.equal((await panel.heard('open')).session, null);
    assert.equal(await panel.page.getByRole('tree').isVisible(), true);
  });

  it('says how to begin where there is no plan yet, and that planning is off where it is', async () => {
    await openList([]);
    assert.match(await panel.page.locator('.message').innerText(), /No plan yet[^]*#update_plan/);
    await panel.page.getByRole('button', { name: 'Ask the Agent' }).click();
    assert.equal((await panel.heard('run')).command, 'startPlan');
    await panel.send(changeOf([rowOf('first', 0, { title: 'First' })]));
    assert.equal(await option('First').count(), 1);
    await panel.close();
    await openList([], null);
    assert.match(await panel.page.locator('.message').innerText(), /Planning is off/);
  });

  it('says how far it is while parts arrive, and shows them at once', async () => {
    panel = await PanelPage.open({ page: 'sessions' });
    const main = panel.page.locator('main');
    assert.equal(await main.getAttribute('aria-busy'), 'true');
    assert.doesNotMatch(await main.innerText(), /No plan yet/);
    await panel.send(listOf(everyKind(), { done: false }));
    assert.match(await main.innerText(), /Reading, 8 so far/);
    assert.equal(await panel.page.getByRole('option').count(), 8);
    await panel.send(listOf([rowOf('more', 9999)], { part: 'more' }));
    assert.equal(await main.getAttribute('aria-busy'), 'false');
    assert.doesNotMatch(await main.innerText(), /so far/);
    assert.equal(
      await panel.page.locator('#search').getAttribute('placeholder'),
      'Search 9 sessions',
    );
  });

  it('says that the store cannot be read, keeps the rows that it has, and tries again', async () => {
    const problem = { kind: 'unreadable', message: 'The disk is gone.' } as const;
    panel = await PanelPage.open({ page: 'sessions' });
    await panel.send(listOf([], { problem }));
    assert.match(
      await panel.page.locator('.message').innerText(),
      /^The plans cannot be read right now\n[^]*The disk is gone/,
    );
    await panel.send(listOf(everyKind()));
    await panel.send(listOf([], { problem }));
    assert.equal(await panel.page.getByRole('option').count(), 8);
    assert.match(await panel.page.locator('main').innerText(), /gone\. What is shown may be out/);
    const before = await panel.heardCount('ready');
    await panel.page.getByRole('button', { name: 'Try Again' }).click();
    await panel.send(listOf(everyKind()));
    assert.equal(await panel.heardCount('ready'), before + 1);
    assert.doesNotMatch(await panel.page.locator('main').innerText(), /gone/);
  });

  it('[FC.10] lists what cannot be read beside the others, with the reason and what to do', async () => {
    panel = await PanelPage.open({ page: 'sessions' });
    const unreadable = [{ location: '/plans/ab.plan', reason: 'It ends too early.' }];
    await panel.send(listOf(everyKind(), { unreadable }));
    assert.equal(await panel.page.getByRole('option').count(), 8);
    await panel.page.getByText('Sessions that cannot be read: 1').click();
    assert.match(await panel.page.locator('details').innerText(), /ab\.plan\s+It ends too early/);
    await panel.page.getByRole('button', { name: 'Check the Stored Plans' }).click();
    assert.equal((await panel.heard('run')).command, 'verifyPlans');
    await panel.send(listOf([], { unreadable }));
    assert.doesNotMatch(await panel.page.locator('main').innerText(), /No plan yet/);
  });
});
