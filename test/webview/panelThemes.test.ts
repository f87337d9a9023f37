import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { AxeResults } from 'axe-core';
import { eventsOf, livePlan, SESSION, step, viewOf } from './panelFixtures';
import { PanelPage } from './panelPage';
import { builtPanel, THEMES } from './panelServer';

/** Of JavaScript and style sheet together, compressed, in bytes. */
const LARGEST_BUNDLE = 40 * 1024;

const axeSource = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

let panel: PanelPage;

async function accessibilityFaults(): Promise<string[]> {
  await panel.inPage(axeSource);
  const { violations } = await panel.inPage<AxeResults>('axe.run(document)');
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html} ${node.failureSummary ?? ''}`),
  );
}

describe('the panel in the themes', () => {
  afterEach(() => panel.close());

  for (const theme of THEMES) {
    it(`has no accessibility fault in any state: ${theme}`, async () => {
      const events = livePlan();
      panel = await PanelPage.showing(
        viewOf(events, {
          readOnly: true,
          problems: [{ kind: 'restored_last_good', message: 'A copy was damaged.' }],
        }),
        { theme, enabled: false },
      );
      await panel.shot(`notice-${theme}`);
      assert.deepEqual(await accessibilityFaults(), []);
      await panel.send({ kind: 'reset', session: SESSION });
      await panel.show(viewOf(events));
      await panel.shot(`live-${theme}`);
      await panel.page.getByRole('option').nth(3).click();
      await panel.answer(events);
      await panel.page.keyboard.press('Tab');
      await panel.shot(`earlier-${theme}`);
      assert.deepEqual(await accessibilityFaults(), []);
      await panel.send({ kind: 'reset', session: SESSION });
      await panel.show(viewOf(eventsOf([[step('a', 'One')], []])));
      await panel.shot(`cleared-${theme}`);
      assert.deepEqual(await accessibilityFaults(), []);
      await panel.send({ kind: 'reset', session: SESSION });
      await panel.showNothing();
      await panel.shot(`off-${theme}`);
      assert.deepEqual(await accessibilityFaults(), []);
      const problem = { kind: 'unreadable', message: 'Locked.', location: '/sessions/a' } as const;
      await panel.send({ kind: 'reset', session: SESSION });
      await panel.send({
        kind: 'snapshot',
        session: SESSION,
        content: { state: 'unavailable', problem },
      });
      await panel.shot(`unavailable-${theme}`);
      assert.deepEqual(await accessibilityFaults(), []);
      assert.deepEqual(await panel.violations(), []);
    });
  }

  for (const theme of ['hcDark', 'hcLight'] as const) {
    it(`marks rows by a border where contrast is high: ${theme}`, async () => {
      panel = await PanelPage.showing(viewOf(livePlan()), { theme });
      for (const row of ['.step-in_progress', '.revision.shown']) {
        assert.equal(await panel.styleOf(row, 'outlineStyle'), 'dashed');
        assert.equal(await panel.styleOf(row, 'backgroundColor'), 'rgba(0, 0, 0, 0)');
      }
    });
  }

  it('stands still for people who want less motion', async () => {
    panel = await PanelPage.open();
    await panel.page.emulateMedia({ reducedMotion: 'reduce' });
    assert.equal(await panel.styleOf('.loading', 'animationName'), 'none');
    await panel.show(viewOf(livePlan()));
    assert.equal(await panel.styleOf('.bar-completed', 'transitionProperty'), 'none');
  });

  it('is small enough to appear at once', async () => {
    panel = await PanelPage.open();
    const { script, style } = await builtPanel();
    const size = gzipSync(script).length + gzipSync(style).length;
    assert.ok(size <= LARGEST_BUNDLE, `${String(size)} bytes`);
  });
});
