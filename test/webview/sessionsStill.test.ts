import assert from 'node:assert/strict';
import { livePlan, viewOf } from './panelFixtures';
import { PanelPage } from './panelPage';
import { changeOf, everyKind, listOf, manyRows, rowOf } from './sessionFixtures';

let panel: PanelPage;

const titles = (): Promise<string[]> =>
  panel.page
    .getByRole('option')
    .evaluateAll((rows) =>
      rows
        .sort((one, other) => Number(one.ariaPosInSet) - Number(other.ariaPosInSet))
        .map((row) => row.querySelector('.session-title')?.textContent ?? ''),
    );

/** Where a row stands on the screen. */
async function placeOf(text: string): Promise<number> {
  return (await panel.page.getByRole('option').filter({ hasText: text }).boundingBox())?.y ?? NaN;
}

const news = (count = 3) =>
  Array.from({ length: count }, (_, n) => rowOf(`new ${String(n)}`, -1 - n));

describe('the list of sessions while others write', () => {
  beforeEach(async () => {
    panel = await PanelPage.open({ page: 'sessions' });
  });
  afterEach(() => panel.close());

  it('puts what is newest first while nobody is in it', async () => {
    await panel.send(listOf(everyKind()));
    await panel.send(changeOf([rowOf('wasm', -1, { title: 'Spike: parser' }), ...news(1)]));
    const [pinned, first, second] = await titles();
    assert.match(pinned ?? '', /House rules/);
    assert.deepEqual(new Set([first, second]), new Set(['Spike: parser', 'new 0']));
  });

  it('moves nothing while the keyboard is in it, and offers what is new', async () => {
    await panel.send(listOf(everyKind()));
    await panel.page.locator('#sessions').focus();
    const before = await titles();
    await panel.send(changeOf([rowOf('csv', -1, { title: 'Port the CSV importer' }), ...news()]));
    assert.deepEqual(await titles(), before);
    const offer = panel.page.getByRole('button', { name: '3 new' });
    await panel.page.keyboard.press('Shift+Tab');
    assert.deepEqual(await titles(), before);
    assert.ok(await offer.evaluate((button) => button === button.ownerDocument.activeElement));
    await panel.page.keyboard.press('Enter');
    assert.deepEqual((await titles()).slice(1, 3), ['new 2', 'new 1']);
    assert.equal(await panel.focusedId(), 'sessions');
  });

  it('moves nothing under the pointer, but shows the progress of its rows', async () => {
    await panel.send(listOf(everyKind()));
    await panel.page.getByRole('option').nth(3).hover();
    const before = await titles();
    const more = { title: 'Spike: parser', completed: 2, total: 4 };
    await panel.send(changeOf([rowOf('wasm', -1, more)]));
    assert.deepEqual(await titles(), before);
    assert.match(await panel.page.getByRole('option').last().innerText(), /2\/4/);
    const offer = panel.page.getByRole('button', { name: 'Newest first' });
    assert.equal(await offer.count(), 1);
    await panel.page.locator('#search').hover();
    assert.equal((await titles())[1], 'Spike: parser');
    assert.equal(await offer.count(), 0);
  });

  it('moves nothing that somebody has scrolled to, and keeps the place behind other pages', async () => {
    await panel.send(listOf(manyRows(300)));
    await panel.inPage(`document.getElementById('sessions').scrollTop = 4_610`);
    await panel.page.getByText('100 checkout tests').waitFor();
    const before = await placeOf('104 ');
    await panel.send(changeOf(news(40)));
    assert.equal(await placeOf('104 '), before);
    await panel.page.getByRole('button', { name: 'Back to the plan' }).click();
    await panel.showNothing();
    await panel.page.getByRole('button', { name: 'All sessions' }).click();
    const top = await panel.inPage(`document.getElementById('sessions').scrollTop`);
    assert.equal(top, 4_610);
  });

  it('says nothing of the plan that is not on the screen', async () => {
    const events = livePlan();
    await panel.show(viewOf(events.slice(0, 11)));
    await panel.send(listOf(everyKind()));
    await panel.commit(events);
    assert.equal(await panel.announced(), '');
  });

  it('offers what is new without moving the rows below', async () => {
    await panel.send(listOf(everyKind()));
    await panel.page.locator('#sessions').focus();
    const before = await placeOf('Release notes');
    await panel.send(changeOf(news()));
    assert.equal(await panel.page.getByRole('button', { name: '3 new' }).isVisible(), true);
    assert.equal(await placeOf('Release notes'), before);
    await panel.page.getByRole('button', { name: '3 new' }).click();
    assert.equal((await titles())[1], 'new 2');
    assert.equal(await panel.focusedId(), 'sessions');
  });

  it('[FC.48] draws few of 10,000 rows, and every one when it is wanted', async () => {
    const rows = manyRows(10_000);
    for (let at = 0; at < rows.length; at += 1_000) {
      const part = at === 0 ? 'first' : 'more';
      await panel.send(
        listOf(rows.slice(at, at + 1_000), { part, done: at + 1_000 === rows.length }),
      );
    }
    const { page } = panel;
    assert.equal(
      await page.locator('#search').getAttribute('placeholder'),
      'Search 10,000 sessions',
    );
    const count = await page.getByRole('option').count();
    assert.ok(count > 10 && count < 60, String(count));
    await panel.inPage(
      `{ const list = document.getElementById('sessions'); list.scrollTop = list.scrollHeight; }`,
    );
    await page.getByText('9999 ').waitFor();
    assert.ok((await page.getByRole('option').count()) < 60);
    assert.equal(
      await page.getByRole('option').filter({ hasText: '9999 ' }).getAttribute('aria-posinset'),
      '10000',
    );
    await page.locator('#search').fill('ubersetzung 97');
    assert.match(await page.locator('.session-tools').innerText(), /\b\d+ of 10,000/);
    assert.ok((await titles()).every((title) => /97.* Übersetzung/.test(title)));
    assert.equal(await panel.inPage(`document.getElementById('sessions').scrollTop`), 0);
    assert.equal(await panel.inPage('document.scrollingElement.scrollTop'), 0);
  });
});
