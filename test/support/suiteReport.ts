import { existsSync, readFileSync } from 'node:fs';

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

/** The results a process left behind; undefined when it ended before it could write them. */
export function readResults(file: string): readonly TestResult[] | undefined {
  if (!existsSync(file)) return undefined;
  return (JSON.parse(readFileSync(file, 'utf8')) as { results: TestResult[] }).results;
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
    ...results.filter(({ state }) => state === 'failed').map(({ title }) => `${name}: ${title}`),
  ]);
  return failures.length === 0
    ? lines
    : [...lines, '', 'Failures:', ...failures.map((f) => `  ${f}`)];
}
