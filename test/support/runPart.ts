import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  closingLine,
  countResults,
  readResults,
  summaryLines,
  type SuiteReport,
  type RunResults,
} from './suiteReport';
import { endProcess, ownProcess } from './workbench/ownedProcesses';

export const projectFolder = join(__dirname, '..', '..');
const tsx = ['--import', 'tsx'];

export interface MochaSuite {
  readonly name: string;
  readonly files: readonly string[];
  /** Of them, those that another suite runs. */
  readonly without?: readonly string[];
  /** For one test, unless it sets its own. */
  readonly timeoutMs: number;
  /** For the whole suite: a run that hangs is ended and fails. */
  readonly limitMinutes: number;
  /** Others run beside it: what it prints comes at its end, below this line. */
  readonly beside?: string;
}

/** Runs a script of the project as a part of the run: it has no tests, but it can fail. */
export async function runScript(
  name: string,
  script: string,
  args: string[] = [],
): Promise<SuiteReport> {
  const started = Date.now();
  const problem = await runNode([...tsx, script, ...args], {}, 10);
  const seconds = (Date.now() - started) / 1000;
  return { name, seconds, results: [], ...(problem === undefined ? {} : { problem }) };
}

/** A browser or a workbench that cannot be had is a failure of the run, never a skip. */
export async function setUp(name: string, prepare: () => Promise<unknown>): Promise<SuiteReport[]> {
  try {
    await prepare();
    return [];
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return [{ name, seconds: 0, results: [], problem }];
  }
}

/** Ends this process with what became of the parts; the last line is the one that machines read. */
export function endRun(reports: readonly SuiteReport[]): never {
  console.log(`\n${summaryLines(reports).join('\n')}\n`);
  const counts = countResults(reports);
  console.log(closingLine(counts));
  process.exit(counts.failed > 0 ? 1 : 0);
}

/** Runs mocha in a process of its own. */
export async function runMocha(suite: MochaSuite, grep: string | undefined): Promise<SuiteReport> {
  const report = reportFile(suite.name);
  return measured(suite.name, report, grep, () =>
    runNode(
      [
        ...tsx,
        join('node_modules', 'mocha', 'bin', 'mocha.js'),
        ...['--reporter', join(__dirname, 'countsReporter.cjs')],
        ...['--timeout', String(suite.timeoutMs), '--exit'],
        ...(grep === undefined ? [] : ['--grep', grep]),
        ...(suite.without ?? []).flatMap((file) => ['--ignore', file]),
        ...suite.files,
      ],
      { SESSION_PLANS_REPORT: report },
      suite.limitMinutes,
      suite.beside,
    ),
  );
}

export function reportFile(name: string): string {
  const folder = join(projectFolder, '.cache', 'reports');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.jsonl`);
  rmSync(file, { force: true });
  return file;
}

/** Turns a run and the report it left into one part's report. */
export async function measured(
  name: string,
  report: string,
  grep: string | undefined,
  run: () => Promise<string | undefined>,
): Promise<SuiteReport> {
  const started = Date.now();
  const ended = await run();
  const found = readResults(report);
  const problem = problemOf(ended, found, grep);
  return {
    name,
    seconds: (Date.now() - started) / 1000,
    results: found?.results ?? [],
    ...(problem === undefined ? {} : { problem }),
  };
}

/** Failed tests speak for themselves; everything else that went wrong needs words. */
export function problemOf(
  ended: string | undefined,
  found: RunResults | undefined,
  grep: string | undefined,
): string | undefined {
  if (found?.ended !== true) return ended ?? 'ended without a report';
  const { results } = found;
  const ran = results.some(({ state }) => state !== 'skipped');
  if (!ran && grep === undefined) return 'ran no tests';
  const hasFailures = results.some(({ state }) => state === 'failed');
  return hasFailures ? undefined : ended;
}

async function runNode(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  limitMinutes: number,
  beside?: string,
): Promise<string | undefined> {
  const output = beside === undefined ? 'inherit' : 'pipe';
  const child = spawn(process.execPath, args, {
    cwd: projectFolder,
    env: { ...process.env, ...env },
    stdio: ['inherit', output, output, 'ipc'],
  });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part: Buffer) => void printed.push(part));
  ownProcess(child);
  let limit: NodeJS.Timeout | undefined;
  const problem = await new Promise<string | undefined>((resolve) => {
    limit = setTimeout(() => {
      resolve(`was stopped after ${String(limitMinutes)} minutes`);
    }, limitMinutes * 60_000);
    child.once('error', (error) => {
      resolve(String(error));
    });
    child.once('exit', (code, signal) => {
      resolve(code === 0 ? undefined : `ended with ${signal ?? `exit code ${String(code)}`}`);
    });
  });
  clearTimeout(limit);
  await endProcess(child);
  if (beside !== undefined) console.log(`${beside}\n${Buffer.concat(printed).toString()}`);
  return problem;
}
