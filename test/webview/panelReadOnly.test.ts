import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import { planStepSchema } from '../../src/domain/plan';
import { toHostSchema } from '../../src/protocol/messagesToHost';
import { livePlan, SESSION, viewOf } from './panelFixtures';
import { PanelPage } from './panelPage';

/** All names of properties in a JSON schema. */
function namesIn(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, value]) => [
    ...(key === 'properties' ? Object.keys(value as object) : []),
    ...namesIn(value),
  ]);
}

/** Those of messages that only carry what the host keeps, as a draft of a message. */
const DRAFT = 'draft';

describe('the panel and the steps of people', () => {
  it('[DP.72] has no message to the host in which a step, or a part of one, could be, but the draft that is kept', () => {
    const plain = toHostSchema.def.options.filter(
      ({ shape }) => !shape.kind.def.values.includes(DRAFT as never),
    );
    assert.equal(plain.length, toHostSchema.def.options.length - 1);
    const names = new Set(plain.flatMap((message) => namesIn(z.toJSONSchema(message))));
    assert.ok(names.has('revision') && names.has('command'));
    const ofPlans = [
      'steps',
      'plan',
      'items',
      'explanation',
      ...Object.keys(planStepSchema.def.getter().shape),
    ];
    assert.deepEqual(
      ofPlans.filter((name) => names.has(name) && name !== 'id'),
      [],
    );
  });

  it('[DP.72] edits nothing: what a person does to a step is a draft, which the plan knows nothing of', async () => {
    const panel = await PanelPage.showing(viewOf(livePlan()));
    const { page } = panel;
    await panel.send({ kind: 'reset', session: SESSION });
    await panel.show(viewOf(livePlan()));
    await page.waitForLoadState('networkidle');
    const writable = 'main :is([contenteditable], [draggable=true], textarea, [role=checkbox])';
    assert.equal(await page.locator(writable).count(), 0);
    const steps = await panel.steps();
    await page.locator('#steps').focus();
    for (const key of ['Home', 'Enter', 'Space', 'Backspace', 'x', 'Control+z'])
      await page.keyboard.press(key);
    await panel.step('Read the checkout').locator('.step-icon').dblclick();
    assert.deepEqual(await panel.steps(), steps);
    assert.equal(await panel.heardCount('draft'), 0);
    for (const key of ['Home', 'Delete', 'F2', 'x', 'Enter']) await page.keyboard.press(key);
    await panel.commit(livePlan());
    await page.getByRole('button', { name: 'Dismiss' }).click();
    assert.deepEqual(await panel.steps(), steps);
    const sent = ['revision', 'page', 'list', 'open', 'run', 'reload'] as const;
    for (const kind of sent) assert.equal(await panel.heardCount(kind), 0, kind);
    await panel.close();
  });
});
