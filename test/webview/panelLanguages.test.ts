import assert from 'node:assert/strict';
import { eventsOf, livePlan, SESSION, step, viewOf } from './panelFixtures';
import { looksRight } from './panelLooks';
import { PanelPage } from './panelPage';
import { everyKind, listOf } from './sessionFixtures';

/** What says something in the language of the editor; the words of plans may be cut, with the whole at hand. */
const OUR_TEXTS = 'button, h2, p, label, summary, .chip, .field, .hint, .session-standing';

const NEEDS_ANSWER = { active: true, pending: false } as const;

let panel: PanelPage;

/** Texts of ours that do not fit where they stand. */
function cutTexts(): Promise<string[]> {
  return panel.inPage(`[...document.querySelectorAll(${JSON.stringify(OUR_TEXTS)})]
    .filter((part) => part.checkVisibility() && part.scrollWidth > part.clientWidth + 1
      && getComputedStyle(part).display !== 'inline')
    .map((part) => part.className + ': ' + part.textContent)`);
}

async function fits(shot: string): Promise<void> {
  await looksRight(panel, shot);
  assert.deepEqual(await cutTexts(), []);
  assert.equal(await panel.inPage('document.scrollingElement.scrollWidth'), 300);
}

describe('the panel in other languages', () => {
  afterEach(() => panel.close());

  for (const [locale, words] of [
    [
      'de',
      { done: 'als erledigt markiert', ago: /gestern/, empty: 'Kein Plan', filter: 'Filtern' },
    ],
    ['zh-cn', { done: '标记为完成', ago: /昨天/, empty: '没有计划', filter: '筛选器' }],
  ] as const) {
    const options = { locale, width: 300 };

    it(`says everything of a plan, and cuts nothing off: ${locale}`, async () => {
      const events = livePlan();
      const planMode = NEEDS_ANSWER;
      panel = await PanelPage.showing(viewOf(events, { planMode, approved: 11 }), options);
      await fits(`live-${locale}`);
      const text = await panel.page.locator('body').innerText();
      assert.doesNotMatch(text, /\b(steps|marked|Revision \d+ of|updated|Plan mode)\b/);
      const label = await panel.page.locator('body').innerHTML();
      assert.ok(label.includes(words.done));
      await panel.page.getByRole('option').nth(3).click();
      await panel.answer(events);
      await fits(`earlier-${locale}`);
    });

    it(`teaches where there is no plan yet, or none can be read: ${locale}`, async () => {
      panel = await PanelPage.open(options);
      await panel.showNothing();
      await fits(`empty-${locale}`);
      assert.match(await panel.page.locator('body').innerText(), new RegExp(words.empty));
      await panel.send({ kind: 'reset', session: SESSION });
      await panel.show(viewOf(eventsOf([[step('a', 'One')], []])));
      await fits(`cleared-${locale}`);
    });

    it(`lists sessions: ${locale}`, async () => {
      panel = await PanelPage.open({ ...options, page: 'sessions' });
      await panel.send(listOf(everyKind()));
      await panel.page.getByRole('button', { name: words.filter }).click();
      await fits(`sessions-${locale}`);
      const rows = await panel.page
        .getByRole('option')
        .evaluateAll((all) => all.map((row) => row.getAttribute('aria-label') ?? row.textContent));
      assert.match(rows.join('\n'), words.ago);
    });
  }
});
