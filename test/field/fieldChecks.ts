import assert from 'node:assert/strict';
import { waitFor } from '../support/workbench/chatDriver';
import { visibleText } from '../../src/domain/visibleText';
import type { FieldChat } from './fieldChat';
import { inOneLine, lineOf, planOf } from './fieldPlan';
import type { FieldWorld } from './fieldWorld';

const SLOWEST = 20_000;

/** What a person reads in the panel; a text, because page code has no types here. */
const READ_PANEL = `(() => {
  const text = (selector) => document.querySelector(selector)?.innerText ?? '';
  return {
    title: text('.title-text'),
    origin: text('.origin'),
    steps: [...document.querySelectorAll('[role=treeitem] .step-text')].map((each) => each.innerText),
    all: document.body.innerText,
  };
})()`;

interface PanelText {
  readonly title: string;
  readonly origin: string;
  readonly steps: readonly string[];
  readonly all: string;
}

/** Panel, status bar and store say what the model says. Resolves to how long the panel took. */
export async function checkWhatIsShown(world: FieldWorld): Promise<number> {
  const began = performance.now();
  const wrong = await untilRight(() => wrongInPanel(world));
  const took = performance.now() - began;
  assert.equal(wrong, '', 'the panel');
  assert.equal(await untilRight(() => wrongInStatusBar(world)), '', 'the status bar');
  return took;
}

export async function checkStored(world: FieldWorld, chats: readonly FieldChat[]): Promise<void> {
  for (const chat of chats)
    assert.equal(
      await untilRight(() => wrongInStore(world, chat)),
      '',
      `stored of ${String(chat)}`,
    );
}

/** Everything that is stored, and nothing else. */
export async function checkWholeStore(world: FieldWorld): Promise<void> {
  await checkStored(world, world.chats);
  const { sessions, unreadable } = await world.store.sessions();
  assert.equal(unreadable, 0, 'sessions that cannot be read');
  const known = new Set(world.stored.map(({ session }) => session));
  const strange = sessions
    .filter(({ key }) => !known.has(key))
    .map(({ key, title }) => [key, title]);
  assert.deepEqual(strange, [], 'sessions that nobody made');
  assert.equal(sessions.length, known.size, 'sessions that are stored');
}

async function wrongInStore({ store }: FieldWorld, chat: FieldChat): Promise<string> {
  const snapshot = await store.service.snapshot(chat.session);
  if (!chat.isStored) return snapshot === undefined ? '' : 'it is stored';
  if (!snapshot) return 'nothing is stored';
  const found = { ...planOf(snapshot.plan), title: snapshot.title, pinned: snapshot.pinned };
  const wanted = { ...planOf(chat.plan), title: chat.title, pinned: chat.pinned };
  const [have, want] = [JSON.stringify(found), JSON.stringify(wanted)];
  return have === want ? '' : `${have} instead of ${want}`;
}

async function wrongInPanel({ product, shown }: FieldWorld): Promise<string> {
  const html = product.panel.locator('html');
  const { title, origin, steps, all } = await html.evaluate<PanelText, undefined>(
    READ_PANEL,
    undefined,
  );
  if (shown?.isStored !== true || shown.plan.revision === 0)
    return steps.length === 0 && /No plan/.test(all) ? '' : `a plan, where none is: ${all}`;
  const { plan } = shown;
  if (!new RegExp(`Revision ${plan.revision}\\b`).test(origin))
    return `"${origin}" instead of revision ${plan.revision} of ${String(shown)}`;
  if (inOneLine(title) !== inOneLine(visibleText(shown.title)))
    return `"${title}" instead of "${shown.title}"`;
  const [have, want] = [steps.map(inOneLine), plan.steps.map(lineOf)].map((each) =>
    JSON.stringify(each),
  );
  return have === want ? '' : `${String(have)} instead of ${String(want)}`;
}

async function wrongInStatusBar({ page, shown }: FieldWorld): Promise<string> {
  const item = page.locator('[id="session-plans.session-plans.plan"]');
  const isThere = (await item.count()) > 0 && (await item.first().isVisible());
  const text = isThere ? inOneLine(await item.first().innerText()) : '';
  const steps = shown?.isStored === true ? shown.plan.steps : [];
  // Plan mode alone is told with a dash.
  if (steps.length === 0) return /\d+\/\d+/.test(text) ? `"${text}" without a plan` : '';
  const done = steps.filter(({ status }) => status === 'completed').length;
  const wanted = `${done}/${steps.length}`;
  return text.startsWith(wanted) ? '' : `"${text}" instead of ${wanted}`;
}

async function untilRight(look: () => Promise<string>): Promise<string> {
  let wrong = 'not looked at';
  const right = waitFor('it', async () => (wrong = await look()) === '', SLOWEST, 150);
  await right.catch(() => undefined);
  return wrong;
}
