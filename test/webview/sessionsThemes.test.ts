import assert from 'node:assert/strict';
import { looksRight } from './panelLooks';
import { PanelPage } from './panelPage';
import { THEMES } from './panelServer';
import { changeOf, everyKind, listOf, rowOf } from './sessionFixtures';

const UNREADABLE = [
  { location: '/plans/ab/0123.plan', reason: 'The file ends too early.' },
  { location: '/plans/ab/0124.plan', reason: 'Made by a newer version.' },
];

let panel: PanelPage;

const followed = {
  kind: 'following',
  session: everyKind()[0]?.session ?? '',
  stays: true,
} as const;

describe('the list of sessions in the themes', () => {
  afterEach(() => panel.close());

  for (const theme of THEMES) {
    it(`has no accessibility fault: ${theme}`, async () => {
      panel = await PanelPage.open({ theme, page: 'sessions' });
      await panel.send(followed);
      await panel.send(listOf(everyKind(), { done: false }));
      await panel.shot(`sessions-part-${theme}`);
      await panel.send(listOf(everyKind(), { unreadable: UNREADABLE }));
      await panel.send({ kind: 'deleted', title: 'Old experiments' });
      await panel.shot(`sessions-${theme}`);
      await panel.page.locator('summary').click();
      await panel.page.locator('#search').focus();
      await panel.page.keyboard.press('ArrowDown');
      await panel.page.keyboard.press('ArrowDown');
      await panel.send(changeOf([rowOf('new', 0), rowOf('newer', 0)]));
      await panel.page.getByRole('option').nth(4).hover();
      await looksRight(panel, `sessions-in-use-${theme}`);
    });

    it(`has no accessibility fault where it is searched or empty: ${theme}`, async () => {
      panel = await PanelPage.open({ theme, page: 'sessions' });
      await panel.send(listOf([]));
      await panel.shot(`sessions-empty-${theme}`);
      await panel.send(listOf(everyKind()));
      await panel.page.getByRole('button', { name: 'Filter' }).click();
      await panel.page.getByRole('button', { name: 'Needs you' }).click();
      await panel.page.locator('#search').fill('zodiac');
      await panel.shot(`sessions-none-found-${theme}`);
      await panel.page.locator('#search').fill('zod');
      const problem = { kind: 'unreadable', message: 'The disk is gone.' } as const;
      await panel.send(listOf([], { problem }));
      await looksRight(panel, `sessions-found-${theme}`);
    });
  }

  for (const theme of ['hcDark', 'hcLight'] as const) {
    it(`marks rows and filters by a border where contrast is high: ${theme}`, async () => {
      panel = await PanelPage.open({ theme, page: 'sessions' });
      await panel.send({ ...followed, stays: false });
      await panel.send(listOf(everyKind()));
      await panel.page.keyboard.press('Tab');
      await panel.page.locator('#sessions').focus();
      for (const part of ['.session.shown', '.follow']) {
        assert.equal(await panel.styleOf(part, 'outlineStyle'), 'dashed');
        assert.equal(await panel.styleOf(part, 'backgroundColor'), 'rgba(0, 0, 0, 0)');
      }
    });
  }

  it('can be used at twice the size in a narrow panel', async () => {
    panel = await PanelPage.open({ width: 170, height: 360, page: 'sessions' });
    await panel.send(listOf(everyKind(), { unreadable: UNREADABLE }));
    await panel.page.getByRole('button', { name: 'Filter' }).click();
    await looksRight(panel, 'sessions-narrow');
    assert.equal(await panel.inPage('document.scrollingElement.scrollWidth'), 170);
    const list = await panel.page.locator('#sessions').boundingBox();
    assert.ok(list && list.height >= 130, String(list?.height));
    const titles = await panel.page
      .locator('.session-title')
      .evaluateAll((all) => all.map((title) => title.getBoundingClientRect().width));
    assert.ok(Math.min(...titles) >= 60, titles.join(' '));
  });

  it('runs from right to left where the language does', async () => {
    panel = await PanelPage.open({ page: 'sessions', locale: 'ar' });
    await panel.inPage(`document.documentElement.dir = 'rtl'`);
    await panel.send(listOf(everyKind()));
    await looksRight(panel, 'sessions-rtl');
    const row = panel.page.getByRole('option').nth(1);
    const left = async (part: string) => (await row.locator(part).boundingBox())?.x ?? NaN;
    assert.ok((await left('.icon-in_progress')) > (await left('.session-title')));
    assert.ok((await left('.session-title')) > (await left('.session-end')));
  });

  it('moves nothing by itself', async () => {
    panel = await PanelPage.open({ page: 'sessions' });
    await panel.page.emulateMedia({ reducedMotion: 'reduce' });
    await panel.send(listOf(everyKind()));
    await panel.page.getByRole('option').nth(1).hover();
    assert.equal(await panel.inPage('document.getAnimations().length'), 0);
  });
});
