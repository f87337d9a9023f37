import { existsSync, readFileSync } from 'node:fs';

const ERROR_LINES = 8;

export interface TestResult {
  readonly title: string;
  readonly state: 'passed' | 'failed' | 'skipped';
  readonly ms: number;
  readonly error?: string;
}

/** What one part of the run has to say. */
export interface SuiteReport {
  readonly name: string;
  readonly seconds: number;
  readonly results: readonly TestResult[];
  /** Why the part failed as a whole, beside its tests. */
  readonly problem?: string;
}

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** What a process left behind. */
export interface RunResults {
  readonly results: readonly TestResult[];
  /** Every test had its turn. */
  readonly ended: boolean;
}

/** Undefined where the process ended before it could write anything. */
export function readResults(file: string): RunResults | undefined {
  if (!existsSync(file)) return undefined;
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  const read = lines.map((line) => JSON.parse(line) as TestResult | { ended: true });
  const results = read.filter((line) => 'title' in line);
  return { results, ended: results.length < read.length };
}

/** A part that failed as a whole counts as one failure. */
export function countResults(reports: readonly SuiteReport[]): Counts {
  const results = reports.flatMap((report) => report.results);
  const count = (state: TestResult['state']): number =>
    results.filter((result) => result.state === state).length;
  const problems = reports.filter(({ problem }) => problem !== undefined).length;
  return {
    passed: count('passed'),
    failed: count('failed') + problems,
    skipped: count('skipped'),
  };
}

/** The line that machines read; nothing may be printed after it. */
export function closingLine({ passed, failed, skipped }: Counts): string {
  return `${String(passed)} passed, ${String(failed)} failed, ${String(skipped)} skipped`;
}

/** One line per part, then what failed. */
export function summaryLines(reports: readonly SuiteReport[]): string[] {
  const lines = reports.map((report) => {
    const { passed, failed, skipped } = countResults([report]);
    const state = failed > 0 ? 'FAILED' : 'ok';
    const counts = `${String(passed)} passed, ${String(failed)} failed, ${String(skipped)} skipped`;
    return `${report.name.padEnd(10)} ${state.padEnd(6)} ${counts} (${report.seconds.toFixed(1)} s)`;
  });
  const failures = reports.flatMap(({ name, results, problem }) => [
    ...(problem === undefined ? [] : [`${name}: ${problem}`]),
    ...results
      .filter(({ state }) => state === 'failed')
      .map(({ title, error = '' }) => `${name}: ${title}\n    ${shortened(error)}`),
  ]);
  return failures.length === 0
    ? lines
    : [...lines, '', 'Failures:', ...failures.map((f) => `  ${f}`)];
}

/** The first lines of what a test said: all of it is further up, unless its part was stopped. */
function shortened(error: string): string {
  return error.trim().split('\n').slice(0, ERROR_LINES).join('\n    ');
}
