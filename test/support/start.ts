// npm start [-- --once | --desktop] [--port N]: the extension in a real workbench, with an agent
// that has just worked along a plan. `--once` only checks that and leaves a picture.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { writeDemo } from './demoScript';
import { projectFolder, runScript } from './runPart';
import { startArguments, START_USAGE } from './startArguments';
import { startDesktop } from './startDesktop';
import { checkBrowser, closeSharedBrowser } from './workbench/browser';
import { ChatDriver, waitFor } from './workbench/chatDriver';
import { extensionUnderTest } from './workbench/extensionUnderTest';
import { installWorkbench } from './workbench/installWorkbench';
import { SIDE_BY_SIDE } from './workbench/sideBySide';
import { startWorkbench, type Workbench } from './workbench/workbench';
import type { WorkbenchPage } from './workbench/workbenchPage';
import { expectFreePort } from './workbench/workbenchServer';

const demoFile = join(projectFolder, '.cache', 'demo.json');
const QUERY = 'Fix the flaky checkout tests';

// Before anything else listens: Ctrl-C is the normal end of this command, not a failure.
process.on('SIGINT', () => {
  process.exit(0);
});

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});

async function main(args: readonly string[]): Promise<void> {
  process.chdir(projectFolder);
  const chosen = startArguments(args);
  if (chosen === undefined) {
    console.error(START_USAGE);
    process.exit(2);
  }
  const { once, desktop, port } = chosen;
  if (desktop) {
    await startDesktop(build);
    return;
  }
  if (port !== undefined) await expectFreePort(port);
  console.log('Browser …');
  await checkBrowser();
  console.log('Workbench …');
  await installWorkbench();
  await build();
  const workbench = await startDemo(port);
  const window = await workbench.openPage({ theme: 'Default Dark Modern' });
  const { plan, session } = await playConversation(window);
  const picture = await takePicture(window);
  console.log(`\nThe plan as the agent reads it:\n\n${plan}\n`);
  console.log(`Picture: ${picture}`);
  if (once) {
    await workbench.stop();
    await closeSharedBrowser();
    process.exit(0);
  }
  await window.close();
  await closeSharedBrowser();
  writeDemo(demoFile, session);
  printAddress(workbench.url);
  await waitFor('the workbench to end', () => Promise.resolve(!workbench.isRunning()), Infinity);
  throw new Error(`The workbench ended by itself:\n${workbench.serverOutput()}`);
}

async function build(): Promise<void> {
  console.log('Build …');
  const { problem } = await runScript('build', '.esbuild.mjs');
  if (problem !== undefined) throw new Error(`The build failed: it ${problem}.`);
}

async function startDemo(port: number | undefined): Promise<Workbench> {
  mkdirSync(dirname(demoFile), { recursive: true });
  writeDemo(demoFile);
  const workbench = await startWorkbench({
    extensions: [extensionUnderTest()],
    copilot: true,
    settings: SIDE_BY_SIDE,
    env: { SESSION_PLANS_DEMO_FILE: demoFile },
    ...(port === undefined ? {} : { port }),
  });
  writeFileSync(
    join(workbench.profile.workspace, 'README.md'),
    '# Web shop\n\nAn empty example: ask the agent anything, it will keep a plan.\n',
  );
  return workbench;
}

async function playConversation(
  window: WorkbenchPage,
): Promise<{ plan: string; session: string | undefined }> {
  console.log('Agent: working along a plan …');
  const chat = await new ChatDriver(window, await window.control()).ready();
  await waitFor('the plan tools', async () => {
    const names = (await chat.control.tools()).map(({ name }) => name);
    return names.includes('update_plan') && names.includes('read_plan');
  });
  const worked = await chat.ask(QUERY);
  for (const { name, text } of worked.toolCalls) {
    console.log(`  ${name}: ${text.split('\n')[0] ?? ''}`);
    if (text.startsWith('ERROR')) throw new Error(`${name} was refused: ${text}`);
  }
  await chat.control.setScript(
    { toolCalls: [{ name: 'read_plan', input: {} }] },
    { text: 'Three of seven steps are left.' },
  );
  const read = await chat.ask('How far are you?');
  const plan = read.toolCalls.at(-1)?.text ?? '';
  if (worked.toolCalls.length !== 4 || !plan.includes('Give every test its own cart')) {
    throw new Error(`The agent's plan did not arrive: ${JSON.stringify(worked.result)}\n${plan}`);
  }
  await chat.control.executeCommand('sessionPlans.showPlan');
  return { plan, session: worked.session };
}

async function takePicture(window: WorkbenchPage): Promise<string> {
  await window
    .webview()
    .getByText('Give every test its own cart')
    .first()
    .waitFor({ timeout: 20_000 });
  const picture = join('.cache', 'start.png');
  await window.page.screenshot({ path: picture });
  return picture;
}

function printAddress(url: string): void {
  console.log(`
Open in a browser:  ${url}

  The agent's chat and the Plans view with its plan open by themselves. Send anything in a chat with
  the model "Scripted Model": the real agent keeps a plan, without an account or a network.

Ctrl-C ends everything and removes its files.`);
}
