// npm run bench: all numbers that were asked for, as a table and as test/bench/RESULTS.md.
// npm run bench -- PART ...: only these parts, as a table.
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { packExtension } from '../support/package';
import { closeSharedBrowser } from '../support/workbench/browser';
import { ChatDriver } from '../support/workbench/chatDriver';
import { startWorkbench } from '../support/workbench/workbench';
import { measureActivation } from './activation';
import { measureAgentModeTokens } from './agentModeTokens';
import { isMissed, toTable, type BenchLine } from './benchResult';
import { measureCatalogue } from './catalogue';
import { measureGraphs } from './graphs';
import { measureKilledBrowser } from './killedBrowser';
import { measureMcpPowerCut } from './mcpPowerCut';
import { measureMcpSafety } from './mcpSafety';
import { measureMcp } from './mcpWork';
import { measurePanelHistory } from './panelHistory';
import { measurePanelSessions } from './panelSessions';
import { measurePanelUpdates } from './panelUpdates';
import { measurePromptCache } from './promptCache';
import { measureReplay } from './replay';
import { toResultsPage, type MeasuredPart } from './resultsPage';
import { measureServerCalls } from './serverCalls';
import { measureServerStores } from './serverStores';
import { measureShaper } from './shaper';
import { measureSizes } from './sizes';
import { measureStore } from './storeCommit';
import { measureSubscribers } from './subscribers';
import { measureToolLatency } from './toolLatency';
import { measureToolset } from './toolset';

const root = join(__dirname, '..', '..');
const RESULTS = 'test/bench/RESULTS.md';

interface Part {
  readonly name: string;
  readonly what: string;
  /** It works on dist/, which is built first. */
  readonly needsBuild?: true;
  readonly run: () => BenchLine[] | Promise<BenchLine[]>;
}

const PARTS: readonly Part[] = [
  { name: 'toolset', what: 'every tool without store and editor', run: measureToolset },
  { name: 'graphs', what: 'large graphs', run: measureGraphs },
  { name: 'shaper', what: 'what a plan adds to a model request', run: measureShaper },
  { name: 'tokens', what: 'what a plan costs a model', run: measurePromptCache },
  { name: 'replay', what: 'the replay of 1,000 events', run: measureReplay },
  { name: 'store', what: 'the store without the editor', run: measureStore },
  {
    name: 'servers',
    what: 'the stores on PostgreSQL and Redis',
    run: measureServerStores,
  },
  { name: 'catalogue', what: 'lists of 10,000 sessions', run: measureCatalogue },
  {
    name: 'server',
    what: 'the stand-alone server',
    needsBuild: true,
    run: async () => [
      ...(await measureServerCalls()),
      ...(await measureMcp()),
      ...(await measureSubscribers()),
    ],
  },
  {
    name: 'safety',
    what: 'what plans of other agents survive',
    needsBuild: true,
    run: async () => [...(await measureMcpSafety()), ...(await measureMcpPowerCut())],
  },
  {
    name: 'panel',
    what: 'the panel',
    run: async () => [
      ...(await measurePanelUpdates()),
      ...(await measurePanelHistory()),
      ...(await measurePanelSessions()),
    ],
  },
  {
    name: 'sizes',
    what: 'sizes',
    needsBuild: true,
    run: () => measureSizes(root, packExtension()),
  },
  {
    name: 'activation',
    what: 'activation',
    needsBuild: true,
    run: () => measureActivation(root),
  },
  {
    name: 'latency',
    what: 'tool calls in one window',
    needsBuild: true,
    run: () => inWindow((chat) => measureToolLatency(chat, chat.control)),
  },
  {
    name: 'agent',
    what: "what a plan costs Copilot's agent",
    needsBuild: true,
    run: () => inWindow(measureAgentModeTokens),
  },
  {
    name: 'killed',
    what: 'what survives a killed browser',
    needsBuild: true,
    run: () => measureKilledBrowser(root),
  },
];

void main(process.argv.slice(2));

async function main(names: readonly string[]): Promise<void> {
  const known = PARTS.map(({ name }) => name);
  if (names.some((name) => !known.includes(name))) {
    console.error(`Usage: npm run bench [-- PART ...], where PART is one of ${known.join(', ')}`);
    process.exit(2);
  }
  const isWhole = names.length === 0;
  const parts = PARTS.filter(({ name }) => isWhole || names.includes(name));
  if (parts.some(({ needsBuild }) => needsBuild)) {
    execFileSync(process.execPath, ['.esbuild.mjs'], { cwd: root, stdio: 'ignore' });
  }
  const load = loadavg()[0] ?? 0;
  const measured: MeasuredPart[] = [];
  for (const part of parts) measured.push(await measure(part));
  await closeSharedBrowser();

  const lines = measured.flatMap((part) => part.lines);
  console.log(`\n${toTable(lines)}\n`);
  // Whoever shares the cores makes every time longer.
  console.log(`Load before it began: ${load.toFixed(1)} on ${cpus().length} cores`);
  if (isWhole) {
    writeFileSync(join(root, RESULTS), toResultsPage(measured, load));
    console.log(`Written to ${RESULTS}`);
  }
  const failed = measured.some(({ failure }) => failure !== undefined);
  process.exit(failed || lines.some(isMissed) ? 1 : 0);
}

/** One that cannot be measured does not keep the others from it. */
async function measure({ what, run }: Part): Promise<MeasuredPart> {
  console.log(`Measuring ${what} …`);
  try {
    return { what, lines: await run() };
  } catch (error) {
    console.error(error);
    const [failure = ''] = String(error).split('\n');
    return { what, lines: [], failure };
  }
}

async function inWindow(work: (chat: ChatDriver) => Promise<BenchLine[]>): Promise<BenchLine[]> {
  const workbench = await startWorkbench({ extensions: [root], copilot: true });
  try {
    const window = await workbench.openPage();
    return await work(await new ChatDriver(window, await window.control()).ready());
  } finally {
    await workbench.stop();
  }
}
