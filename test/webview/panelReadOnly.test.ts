import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { planStepSchema } from '../../src/domain/plan';
import { toHostSchema } from '../../src/protocol/messagesToHost';
import { livePlan, viewOf } from './panelFixtures';
import { PanelPage } from './panelPage';

/** All names of properties in a JSON schema. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => [
    ...(key === 'properties' ? Object.keys(value as object) : []),
    ...namesIn(value),
  ]);
}

describe('the panel and the steps of people', () => {
  it('[DP.72] has no message to the host in which a step, or a part of one, could be', () => {
    const names = new Set(namesIn(z.toJSONSchema(toHostSchema)));
    assert.ok(names.has('revision') && names.has('command'));
    const ofPlans = ['steps', 'plan', 'items', 'explanation', ...Object.keys(planStepSchema.shape)];
    assert.deepEqual(
      ofPlans.filter((name) => names.has(name) && name !== 'id'),
      [],
    );
  });

  it('[DP.72] offers nothing that edits: no field, no drag, and no key that changes a step', async () => {
    const panel = await PanelPage.showing(viewOf(livePlan()));
    const { page } = panel;
    const writable = 'main :is([contenteditable], [draggable=true], textarea, [role=checkbox])';
    assert.equal(await page.locator(writable).count(), 0);
    const steps = await panel.steps();
    await page.locator('#steps').focus();
    for (const key of ['Home', 'Enter', 'Space', 'Delete', 'Backspace', 'F2', 'x', 'Control+z']) {
      await page.keyboard.press(key);
    }
    await panel.step('Read the checkout').locator('.step-icon').dblclick();
    assert.deepEqual(await panel.steps(), steps);
    const sent = ['revision', 'page', 'list', 'open', 'run', 'reload'] as const;
    assert.deepEqual(
      sent.filter((kind) => panel.heardCount(kind) > 0),
      [],
    );
    await panel.close();
  });
});
