import assert from 'node:assert/strict';
import { visibleText } from '../../src/protocol/planView';
import { PanelPage } from './panelPage';
import { listOf, rowOf } from './sessionFixtures';

const MARKUP = [
  '<img src=x onerror="window.ran = 1">',
  '" onmouseover="window.ran = 1',
  `' autofocus onfocus='window.ran = 1`,
  '</script><script>window.ran = 1</script>',
  '[x](javascript:window.ran=1) [y](command:workbench.action.quit)',
  '${7*7} {{7*7}} {0} *_`bold`_*',
];
const LETTERS = [
  '👩‍👩‍👧‍👦 family 🏳️‍🌈',
  '設定の移行と長い題名を持つとても長い計画',
  'e\u0301\u0323 Zalgo a\u0300\u0301\u0302\u0303',
  'C1 \u0085 \u009B and \u001B[31m red',
  'NUL \u0000 and \u202Egnp.exe',
  'half \uD83D of a pair',
  'مرحبا بالعالم (abc) 123',
  'x'.repeat(100_000),
  'gone \u202Egnp.exe',
];

let panel: PanelPage;

describe('difficult texts in the list of sessions', () => {
  afterEach(() => panel.close());

  const show = async (titles: readonly string[]): Promise<void> => {
    panel = await PanelPage.open({ page: 'sessions', height: 1_000 });
    const rows = titles.map((title, n) =>
      rowOf(`${String(n)} ${title.slice(0, 40)}`, n, { title, coworker: title, current: title }),
    );
    await panel.send(
      listOf(rows, { unreadable: [{ location: titles[0] ?? '', reason: titles[1] ?? '' }] }),
    );
    await panel.send({ kind: 'deleted', title: titles.at(-1) ?? '' });
  };

  it('[FC.49] shows markup letter by letter and runs nothing of it', async () => {
    await show(MARKUP);
    const rows = panel.page.getByRole('option');
    for (const [index, title] of MARKUP.entries()) {
      const row = rows.nth(index);
      await row.hover();
      assert.equal(await row.locator('.session-title').textContent(), title);
      assert.equal(await row.locator('.session-note bdi').first().textContent(), title);
      assert.equal(await row.locator('.session-title').getAttribute('title'), title);
      const context = (await row.getAttribute('data-vscode-context')) ?? '';
      assert.ok((JSON.parse(context) as { session: string }).session.endsWith(title.slice(0, 40)));
      assert.deepEqual(
        await row.evaluate((element) =>
          element.getAttributeNames().filter((name) => name.startsWith('on')),
        ),
        [],
      );
    }
    assert.match(await panel.page.locator('.deleted').innerText(), /Deleted "\$\{7\*7\}/);
    assert.equal(await panel.page.locator('main').locator('img, script, a').count(), 0);
    assert.equal(await panel.inPage('window.ran'), undefined);
    assert.deepEqual(await panel.violations(), []);
  });

  it('[FC.51] keeps every letter, shows what is hidden, and cuts only by style', async () => {
    await show(LETTERS);
    const rows = panel.page.getByRole('option');
    for (const [index, title] of LETTERS.entries()) {
      const row = rows.nth(index);
      assert.equal(await row.locator('.session-title').textContent(), visibleText(title));
      assert.equal((await row.boundingBox())?.height, 46);
    }
    const shown = await panel.page.locator('main').innerText();
    assert.match(shown, /Deleted "gone ⟨U\+202E⟩gnp\.exe"/);
    assert.equal(await panel.announced(), 'Deleted "gone ⟨U+202E⟩gnp.exe"');
    assert.doesNotMatch(shown, /[\u0000\u0085\u009B\u001B\u202E]/);
    assert.equal(await panel.inPage('document.scrollingElement.scrollWidth'), 340);
    await panel.shot('sessions-letters');
    await panel.page.locator('#search').fill('مرحبا');
    assert.equal(await rows.count(), 1);
  });
});
