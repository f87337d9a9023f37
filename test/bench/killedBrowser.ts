import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContext, type Page } from 'playwright-core';
import { browserArguments } from '../support/workbench/browser';
import { announcedControls, waitForControl, type Control } from '../support/workbench/control';
import { findBrowser } from '../support/workbench/findBrowser';
import { waitFor } from '../support/workbench/chatDriver';
import { startWorkbench, type Workbench } from '../support/workbench/workbench';
import type { BenchLine } from './benchResult';
import { ordinaryPlan, ordinaryTodoList } from './ordinaryPlan';
import { storedPlan } from './storedPlan';

const ROUNDS = 11;

/**
 * A chat writes twelve steps into both lists; the browser is killed (SIGKILL) right after the answer
 * and opened again on the same profile: what does each still have?
 */
export async function measureKilledBrowser(extension: string): Promise<BenchLine[]> {
  const workbench = await startWorkbench({ extensions: [extension], copilot: true });
  const browserProfile = mkdtempSync(join(tmpdir(), 'sp-browser-'));
  let keptPlans = 0;
  let keptLists = 0;
  try {
    for (let round = 0; round < ROUNDS; round++) {
      const session = await writeBothAndKill(workbench, browserProfile, round);
      const { control, close } = await openWindow(workbench, browserProfile);
      const list = await control.invokeTool('manage_todo_list', {
        operation: 'read',
        chatSessionResource: session,
      });
      if (/Ask for a review of the timer change/.test(list.text)) keptLists++;
      const plan = await storedPlan(workbench.profile.data, session);
      if (plan?.steps.length === 12) keptPlans++;
      await close();
    }
  } finally {
    await workbench.stop();
    rmSync(browserProfile, { recursive: true, force: true, maxRetries: 5 });
  }
  const note = `of ${ROUNDS}, browser killed right after the answer`;
  return [
    { name: 'plans lost', value: ROUNDS - keptPlans, unit: '', atMost: 0, note },
    { name: 'built-in lists lost', value: ROUNDS - keptLists, unit: '', note },
  ];
}

async function writeBothAndKill(
  workbench: Workbench,
  browserProfile: string,
  round: number,
): Promise<string> {
  const { control } = await openWindow(workbench, browserProfile);
  await control.executeCommand('workbench.action.chat.newChat');
  const calls = [
    { name: 'manage_todo_list', input: ordinaryTodoList(1) },
    { name: 'update_plan', input: ordinaryPlan(0, 1) },
  ];
  // Each of the two has its turn at being answered last.
  if (round % 2 === 0) calls.reverse();
  await control.executeCommand('workbench.action.chat.open', {
    mode: 'agent',
    query: `@bench ${JSON.stringify({ calls })}`,
    modelSelector: { vendor: 'scripted', id: 'scripted-model' },
  });
  await waitFor('the answers', async () => (await control.benchRuns()).length > 0, 60_000, 2);
  execFileSync('pkill', ['-KILL', '-f', browserProfile]);
  const run = (await control.benchRuns()).at(-1);
  if (!run || run.session === null) throw new Error('The measuring participant did not run.');
  const failed = run.calls.find(
    (call) => call.error !== undefined || /^ERROR/.test(call.text ?? ''),
  );
  if (failed) throw new Error(`${failed.name} failed: ${failed.error ?? failed.text ?? ''}`);
  return run.session;
}

interface OpenWindow {
  readonly control: Control;
  readonly close: () => Promise<void>;
}

async function openWindow(workbench: Workbench, browserProfile: string): Promise<OpenWindow> {
  const known = new Set(announcedControls(workbench.profile.control).map(({ file }) => file));
  const context: BrowserContext = await chromium.launchPersistentContext(browserProfile, {
    executablePath: await findBrowser(),
    args: browserArguments(),
  });
  const page: Page = await context.newPage();
  await page.goto(workbench.url, { waitUntil: 'domcontentloaded' });
  await page.waitForSelector('.monaco-workbench .part.statusbar', { timeout: 60_000 });
  const control = await waitForControl(workbench.profile.control, known, workbench.controlToken);
  await waitFor('the built-in list', async () =>
    (await control.tools()).some(({ name }) => name === 'manage_todo_list'),
  );
  return { control, close: () => context.close() };
}
