// npm run bench: the numbers of the README, as a table and as .cache/bench.json.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { packExtension } from '../support/package';
import { closeSharedBrowser } from '../support/workbench/browser';
import { ChatDriver } from '../support/workbench/chatDriver';
import { startWorkbench } from '../support/workbench/workbench';
import { measureActivation } from './activation';
import { isMissed, toTable, type BenchLine } from './benchResult';
import { measureKilledBrowser } from './killedBrowser';
import { measureSizes } from './sizes';
import { measureStore } from './storeCommit';
import { measureToolLatency } from './toolLatency';

const root = join(__dirname, '..', '..');

void main();

async function main(): Promise<void> {
  execFileSync(process.execPath, ['.esbuild.mjs'], { cwd: root, stdio: 'ignore' });
  const lines: BenchLine[] = [];
  const measure = async (what: string, run: () => BenchLine[] | Promise<BenchLine[]>) => {
    console.log(`Measuring ${what} …`);
    lines.push(...(await run()));
  };
  await measure('sizes', () => measureSizes(root, packExtension()));
  await measure('the store without the editor', measureStore);
  await measure('activation', () => measureActivation(root));
  await measure('tool calls in one window', measureLatencyInWindow);
  await measure('what survives a killed browser', () => measureKilledBrowser(root));
  await closeSharedBrowser();

  console.log(`\n${toTable(lines)}\n`);
  mkdirSync(join(root, '.cache'), { recursive: true });
  const file = join(root, '.cache', 'bench.json');
  writeFileSync(
    file,
    `${JSON.stringify({ node: process.version, cpus: cpuCount(), lines }, null, 2)}\n`,
  );
  console.log('Written to .cache/bench.json');
  process.exit(lines.some(isMissed) ? 1 : 0);
}

async function measureLatencyInWindow(): Promise<BenchLine[]> {
  const workbench = await startWorkbench({ extensions: [root], copilot: true });
  try {
    const window = await workbench.openPage();
    const control = await window.control();
    const chat = await new ChatDriver(window, control).ready();
    return await measureToolLatency(chat, control);
  } finally {
    await workbench.stop();
  }
}

function cpuCount(): number {
  return cpus().length;
}
