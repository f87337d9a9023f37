// npm test [-- build|stores|servers|check|unit|webview|extension|host …] [--grep text]
import { join } from 'node:path';
import { runInHost } from './workbench/runInHost';
import { checkBrowser } from './workbench/browser';
import { installWorkbench } from './workbench/installWorkbench';
import { ownWorkbench, servers, sharedWindow, stores, unit, webview } from './mochaSuites';
import { endRun, projectFolder, runMocha, runScript, setUp } from './runPart';
import type { SuiteReport } from './suiteReport';

type Part = (grep: string | undefined) => Promise<SuiteReport | SuiteReport[]>;

const parts = new Map<string, Part>([
  ['build', () => runScript('build', '.esbuild.mjs')],
  ['stores', (grep) => runMocha(stores, grep)],
  ['servers', (grep) => runMocha(servers, grep)],
  ['check', () => runScript('check', join('test', 'support', 'check.ts'))],
  ['unit', (grep) => runMocha(unit, grep)],
  ['webview', (grep) => runMocha(webview, grep)],
  // One after the other: two editors at once take more than twice as long.
  [
    'extension',
    async (grep) => [await runMocha(sharedWindow, grep), await runMocha(ownWorkbench, grep)],
  ],
  ['host', (grep) => runInHost(grep)],
]);
const needBrowser = ['webview', 'extension', 'host'];
/** They run the server as it ships. */
const needBuild = ['servers', 'unit', ...needBrowser];
const needWorkbench = ['extension', 'host'];
/** One after the other, while the rest goes on. */
const beside = new Map([stores, servers].map((suite) => [suite.name, suite]));

void main(process.argv.slice(2));

async function main(args: readonly string[]): Promise<void> {
  process.chdir(projectFolder);
  const { chosen, grep } = readArguments(args);
  const has = (names: readonly string[]): boolean => names.some((name) => chosen.includes(name));
  if (has(needBuild) && !chosen.includes('build')) chosen.unshift('build');

  const reports: SuiteReport[] = [];
  if (has(needBrowser)) reports.push(...(await setUp('browser', () => checkBrowser())));
  if (has(needWorkbench)) reports.push(...(await setUp('workbench', () => installWorkbench())));
  let running: Promise<void> = Promise.resolve();
  for (const name of chosen) {
    // People wait for what a workbench shows; nothing else may keep it waiting.
    if (needWorkbench.includes(name)) await running;
    const quiet = chosen.length > 1 ? beside.get(name) : undefined;
    if (quiet) {
      running = running.then(async () => {
        reports.push(await runMocha({ ...quiet, beside: `\n── ${name} ──` }, grep));
      });
      continue;
    }
    console.log(`\n── ${name} ──`);
    const part = parts.get(name);
    if (part !== undefined) reports.push(...[await part(grep)].flat());
  }
  await running;
  if (grep !== undefined && reports.every(({ results }) => results.length === 0)) {
    reports.push({ name: 'grep', seconds: 0, results: [], problem: `no test matches "${grep}"` });
  }
  endRun(reports);
}

function readArguments(args: readonly string[]): { chosen: string[]; grep: string | undefined } {
  const at = args.findIndex((arg) => arg === '--grep' || arg === '-g');
  const grep = at < 0 ? undefined : args[at + 1];
  const names = at < 0 ? [...args] : args.filter((_, index) => index !== at && index !== at + 1);
  const unknown = names.filter((name) => !parts.has(name));
  if (unknown.length > 0 || (at >= 0 && grep === undefined)) {
    console.error(`Usage: npm test -- [${[...parts.keys()].join('|')} …] [--grep text]`);
    process.exit(2);
  }
  return { chosen: names.length === 0 ? [...parts.keys()] : names, grep };
}
