import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SCHEMA_VERSION } from '../../src/stores/sqlite/sqliteSchema';
import { accessibilityFaults } from '../support/accessibilityFaults';
import { editSessionFile } from '../support/editSessionFile';
import { waitFor } from '../support/workbench/chatDriver';
import { type Product, stepsOf, updatePlan } from './product';
import { StoredPlans } from './storedPlans';
import { checkoutPlan } from './stories/checkoutPlan';

const KINDS = {
  'Default Dark Modern': 'vscode-dark',
  'Default Light Modern': 'vscode-light',
  'Default High Contrast': 'vscode-high-contrast',
  'Default High Contrast Light': 'vscode-high-contrast-light',
} as const;
type Theme = keyof typeof KINDS;
export const THEMES = Object.keys(KINDS) as Theme[];

const SIZE = { width: 1400, height: 900 };

type State = keyof ReturnType<PanelStates['ways']>;

/** Plans of all kinds in the storage of a workbench, and the ways to the states in which the panel shows them. */
export class PanelStates {
  readonly names: readonly State[];

  private constructor(
    private readonly product: Product,
    private readonly sessions: Readonly<Record<Stored, string>>,
  ) {
    this.names = Object.keys(this.ways()) as State[];
  }

  static async in(product: Product): Promise<PanelStates> {
    const plans = new StoredPlans(product.storage);
    const two = (topic: string) => [
      updatePlan(0, stepsOf(topic, 3, 0)),
      updatePlan(1, stepsOf(topic, 3, 1)),
    ];
    await plans.chat(3_000, ...two('old'));
    await plans.chat(500, updatePlan(0, stepsOf('done', 2, 2), 'Release notes for 2.3'));
    const cleared = [updatePlan(0, stepsOf('cleared', 2, 1)), updatePlan(1, [])];
    await plans.chat(10, ...two('deleted'));
    const sessions = {
      cleared: await plans.chat(50, ...cleared),
      copy: await plans.chat(40, ...two('copy')),
      newer: await plans.chat(30, ...two('newer')),
      lost: await plans.chat(20, updatePlan(0, stepsOf('lost', 2, 0))),
      none: 'vscode-chat-session://local/none',
      plan: await plans.chat(2, ...checkoutPlan()),
    };
    const file = (stored: Stored) => product.fileOf(sessions[stored]);
    const whole = readFileSync(file('copy'));
    writeFileSync(file('copy'), whole.subarray(0, whole.length / 2));
    writeFileSync(file('lost'), '');
    const next = String(SCHEMA_VERSION + 1);
    await editSessionFile(file('newer'), `PRAGMA user_version = ${next}`);
    await plans.dispose();
    return new PanelStates(product, sessions);
  }

  async show(state: State): Promise<void> {
    await this.ways()[state]();
  }

  private ways() {
    const { product } = this;
    const { panel, window, chat } = product;
    const press = (key: string) => window.page.keyboard.press(key);
    const open = async (stored: Stored, shows: string) => {
      // From whatever is on the screen.
      if ((await panel.locator('#search').count()) > 0) {
        await panel.locator('#search').focus();
        await press('Escape');
      }
      const session = this.sessions[stored];
      await chat.control.executeCommand('sessionPlans.openPlan', { session });
      await product.panelShows(shows);
    };
    return {
      plan: () => open('plan', 'Injecting the clock'),
      details: async () => {
        await panel.locator('.origin').press('Enter');
        await product.panelShows('update_task_statuses');
      },
      timeline: async () => {
        await press('Escape');
        await panel.getByRole('slider').focus();
        await press('ArrowLeft');
        await product.panelShows('Viewing revision 3 of 4');
      },
      comparison: async () => {
        await panel.locator('#revisions').focus();
        await press('End');
        await press('Shift+Enter');
        await product.panelShows('Changes from revision 1 to 3');
        await panel.locator('#steps').focus();
        await press('ArrowDown');
      },
      cleared: () => open('cleared', 'The agent cleared this plan'),
      copy: () => open('copy', 'The last good copy is in use'),
      newer: () => open('newer', 'Made by a newer version'),
      lost: () => open('lost', 'The plan cannot be read right now'),
      sessions: async () => {
        await panel.getByRole('button', { name: 'All sessions' }).press('Enter');
        await panel.getByRole('option').first().waitFor();
        await panel.locator('#sessions').focus();
        await press('ArrowDown');
      },
      deleted: async () => {
        await press('d');
        await press('Delete');
        await product.panelShows('Deleted "deleted: part 1"');
      },
      empty: async () => {
        await press('Control+z');
        await panel.getByRole('option', { name: 'deleted: part 1' }).waitFor();
        await open('none', 'No plan in this chat');
      },
    };
  }
}

type Stored = 'plan' | 'cleared' | 'copy' | 'newer' | 'lost' | 'none';

export async function useTheme(product: Product, theme: Theme): Promise<void> {
  const setting = { key: 'workbench.colorTheme', value: theme };
  await product.chat.control.probe('setConfiguration', setting);
  await waitFor(theme, () =>
    inPanel(product, `document.body.dataset.vscodeThemeKind === '${KINDS[theme]}'`),
  );
}

/** Takes a picture for people, and finds what can be found without one. */
export async function faultsInWindow(
  product: Product,
  zoom: number,
  shot: string,
): Promise<string[]> {
  const { page } = product.window;
  await page.setViewportSize({ width: SIZE.width / zoom, height: SIZE.height / zoom });
  await page.screenshot({ path: join('.cache', 'shots', `workbench-${shot}.png`) });
  // The panel has no background of its own: it lies over that of the side bar.
  await inPanel(
    product,
    `document.documentElement.style.background = 'var(--vscode-sideBar-background)'`,
  );
  const faults = await accessibilityFaults((expression) => inPanel(product, expression));
  await page.setViewportSize(SIZE);
  return faults;
}

function inPanel<Value>(product: Product, expression: string): Promise<Value> {
  return product.panel.locator('html').evaluate<Value, undefined>(expression, undefined);
}
