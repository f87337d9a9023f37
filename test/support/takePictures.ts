// Takes the pictures of the walkthrough and of the README anew, from the real workbench: npm run pictures
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useTheme } from '../extension/panelStates';
import { exitPlanMode, PlanModeStory } from '../extension/planModeStory';
import { Product, type StepInput, updatePlan, WHOLE_TOOLSET } from '../extension/product';
import { StoredPlans } from '../extension/storedPlans';
import { checkoutPlan, GOAL } from '../extension/stories/checkoutPlan';
import { projectFolder } from './runPart';

const media = join(projectFolder, 'media');
const folder = join(media, 'walkthrough');
/** They are in the package, so each stays small. */
const MOST_BYTES = 160_000;

const REVIEWED = [
  'Reproduce the failure with a fixed seed',
  'Inject a clock into the session timer',
  'Run the suite 200 times',
] as const;

const TIMER = `interface Clock {
  now(): number;
}

/** Ends a checkout that nobody finishes in time. */
export class SessionTimer {
  #ends: number | undefined;

  constructor(
    private readonly clock: Clock,
    private readonly minutes: number,
  ) {}

  start(): void {
    const length = this.minutes * 60_000;
    this.#ends = this.clock.now() + length;
  }

  get isOver(): boolean {
    const now = this.clock.now();
    return this.#ends !== undefined && now >= this.#ends;
  }
}
`;

void main();

async function main(): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const product = await Product.start();
  const { page } = product.window;
  await product.configure(WHOLE_TOOLSET);
  await page.setViewportSize({ width: 1_020, height: 680 });
  await useTheme(product, 'Default Light Modern');
  const plans = new StoredPlans(product.storage);
  await plans.chat(
    3_000,
    updatePlan(0, steps(1, 'Read quoted fields', 'Stream large files'), 'Port the CSV importer'),
  );
  await plans.chat(
    500,
    updatePlan(0, steps(2, 'Collect changes', 'Write the notes'), 'Release notes for 2.3'),
  );
  const session = await plans.chat(2, ...checkoutPlan());
  await plans.dispose();

  const { panel } = product;
  const picture = async (name: string, within: string, into = folder): Promise<void> => {
    await product.chat.control.executeCommand('notifications.clearAll');
    // What moves has come to rest.
    await new Promise((resolve) => setTimeout(resolve, 600));
    const path = join(into, `${name}.png`);
    await page.locator(within).first().screenshot({ path });
    const { size } = statSync(path);
    console.log(`${path}  ${(size / 1_000).toFixed(1)} KB`);
    if (size > MOST_BYTES) throw new Error(`${name} is too large for the package.`);
  };

  await product.chat.control.executeCommand('sessionPlans.openPlan', { session });
  await product.panelShows('Injecting the clock');
  await picture('panel', '.part.sidebar');

  await panel.locator('.title-button').press('Enter');
  await panel.getByRole('option').nth(2).waitFor();
  await picture('sessions', '.part.sidebar');
  await panel.locator('#search').focus();
  await page.keyboard.press('Escape');
  await product.panelShows('Injecting the clock');

  await panel.locator('#revisions').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Shift+Enter');
  await product.panelShows(/^Changes from revision|^Revision \d → /);
  await picture('history', '.part.sidebar');

  await product.chat.newChat();
  const story = new PlanModeStory(product);
  await story.say(
    `@plan /plan ${GOAL}`,
    { toolCalls: [updatePlan(0, steps(0, ...REVIEWED), GOAL)] },
    exitPlanMode(1),
  );
  await story.cardShows(REVIEWED[0]);
  await picture('review', '.part.auxiliarybar');

  await story.press('Reject');
  await product.chat.newChat();
  await product.chat.control.executeCommand('sessionPlans.followLatest');
  await useTheme(product, 'Default Dark Modern');
  await page.setViewportSize({ width: 1_280, height: 760 });
  const file = join(product.workbench.profile.workspace, 'sessionTimer.ts');
  writeFileSync(file, TIMER);
  await product.chat.control.executeCommand('vscode.open', { $uri: `file://${file}` });
  await product.chat.ask(GOAL, {
    replies: [
      ...checkoutPlan().map((call) => ({ toolCalls: [call] })),
      { text: 'The timer now gets its clock from outside. I am replacing the last global calls.' },
    ],
  });
  await product.panelShows('Injecting the clock');
  await page.keyboard.press('Escape');
  await picture('plans', 'body', media);
  await product.stop();
  process.exit(0);
}

/** The first `done` of them are completed. */
function steps(done: number, ...texts: readonly string[]): StepInput[] {
  return texts.map((description, at) => {
    return { id: `s${String(at)}`, description, status: at < done ? 'completed' : 'pending' };
  });
}
