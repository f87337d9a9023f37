import assert from 'node:assert/strict';
import { PLAN_LIMITS } from '../../src/domain/plan';
import { eventsOf, step, viewOf } from './panelFixtures';
import { PanelPage } from './panelPage';

const HOSTILE = [
  '<img src=x onerror=alert(1)>',
  '" onmouseover="alert(1)',
  "' onfocus='alert(1)",
  '[x](javascript:alert(1))',
  '[x](command:workbench.action.quit)',
  '</script><script>alert(1)</script>',
  '${7*7} {{7*7}} <%= 7*7 %>',
  '*_`bold`_* &amp; &#x41;',
  '<svg/onload=alert(1)>',
  '{0} {1}',
];

const ODD: readonly (readonly [written: string, seen: string])[] = [
  ['👩‍👩‍👧‍👦 family 👩🏽‍💻', '👩‍👩‍👧‍👦 family 👩🏽‍💻'],
  ['日本語のテスト', '日本語のテスト'],
  ['e\u0301 combining', 'e\u0301 combining'],
  ['مرحبا بالعالم', 'مرحبا بالعالم'],
  ['safe\u202Egnp.exe', 'safe⟨U+202E⟩gnp.exe'],
  ['\u200B', '⟨U+200B⟩'],
  ['C1 \u0085\u009B and ESC\u001B[31m', 'C1 ⟨U+0085⟩⟨U+009B⟩ and ESC⟨U+001B⟩[31m'],
];

let panel: PanelPage;

/** The same text everywhere where the panel shows text of others. */
async function showEverywhere(texts: readonly string[]): Promise<void> {
  const steps = texts.map((text, index) =>
    step(`s${String(index)}`, text, { status: 'in_progress', active_form: `… ${text}` }),
  );
  const waiting = step('w', 'Waiting', {
    status: 'blocked',
    depends_on: steps.map(({ id }) => id),
  });
  const [title = ''] = texts;
  const view = viewOf(eventsOf([[...steps, waiting]], 2, [...texts, 'and why'].join(' ')), {
    title,
    coworker: title,
    problems: [{ kind: 'bad_row', message: title, location: title }],
  });
  panel = await PanelPage.showing(view);
}

describe('text of others in the panel', () => {
  afterEach(() => panel.close());

  it('[DP.70] is text, never markup or script', async () => {
    await showEverywhere(HOSTILE);
    assert.deepEqual((await panel.steps()).slice(0, HOSTILE.length), HOSTILE);
    const { page } = panel;
    const foreign = page.locator(
      'main :is(img, script, a, iframe, [onmouseover], [onfocus], [onload])',
    );
    assert.equal(await foreign.count(), 0);
    assert.deepEqual(await panel.violations(), []);
  });

  for (const text of HOSTILE) {
    it(`[FC.49] shows ${text} letter by letter in every place`, async () => {
      await showEverywhere([text]);
      const { page } = panel;
      assert.equal(await page.locator('h1 bdi').textContent(), text);
      const hover = await page.locator('h1 button').getAttribute('title');
      assert.equal(hover, `${text}\nAll sessions`);
      assert.equal(await page.locator('.origin bdi').textContent(), text);
      assert.equal(await page.locator('.explanation p').textContent(), `${text} and why`);
      assert.equal(await page.locator('.notice p bdi').textContent(), text);
      const notes = await page.locator('.step-note').allTextContents();
      assert.deepEqual(notes, [`… ${text} · for 2 min`, `waits for: ${text}`]);
      assert.equal(await page.locator('.details dd').first().textContent(), text);
      assert.deepEqual(await panel.violations(), []);
    });
  }

  it('[FC.49] runs nothing of strings: the policy of the page is in force', async () => {
    await showEverywhere(['One']);
    const attempts = [
      `document.body.innerHTML = '<b>x</b>'`,
      `document.body.setAttribute('onclick', 'window.ran = 1'); document.body.click()`,
      `document.createElement('script').src = 'data:text/javascript,window.ran=1'`,
      `setTimeout('window.ran = 1')`,
    ];
    for (const [index, attempt] of attempts.entries()) {
      await panel.inPage(`{ try { ${attempt} } catch { /* refused, as it should be */ } }`);
      const seen = await panel.violations();
      assert.ok(seen.length > index, `a violation is seen: ${attempt}`);
    }
    assert.equal(await panel.inPage(`'ran' in window`), false);
  });

  it('[FC.51] shows odd text as it is, and what cannot be seen as its number', async () => {
    await showEverywhere(ODD.map(([written]) => written));
    assert.deepEqual(
      (await panel.steps()).slice(0, ODD.length),
      ODD.map(([, seen]) => seen),
    );
    assert.equal(await panel.styleOf('.step-text bdi', 'unicodeBidi'), 'isolate');
  });

  for (const width of [200, 340]) {
    it(`holds 32 steps of the longest text at ${String(width)} px without scrolling sideways`, async () => {
      const long = 'x'.repeat(PLAN_LIMITS.descriptionBytes);
      const steps = Array.from({ length: PLAN_LIMITS.steps }, (_, index) =>
        step(`s${String(index)}`, long, {
          ...(index > 0 && { parent_id: `s${String(index - 1)}` }),
          status: index === 0 ? 'in_progress' : 'pending',
        }),
      );
      const explanation = 'y'.repeat(PLAN_LIMITS.explanationBytes);
      panel = await PanelPage.showing(viewOf(eventsOf([steps], 2, explanation), { title: long }), {
        width,
      });
      await panel.shot(`long-${String(width)}`);
      const wide = await panel.inPage(`[...document.querySelectorAll('main *:not(.origin *)')]
        .filter((each) => {
          const { left, right, width } = each.getBoundingClientRect();
          return left < 0 || right > innerWidth || (width < 40 && each.matches('.step-body'));
        })
        .map((each) => each.tagName + '.' + each.className)`);
      assert.deepEqual(wide, []);
      assert.equal((await panel.steps()).length, PLAN_LIMITS.steps);
      assert.equal(await panel.inPage('document.documentElement.scrollWidth'), width);
    });
  }
});
