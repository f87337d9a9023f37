import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { problemOf } from './runPart';
import {
  closingLine,
  countResults,
  readResults,
  type RunResults,
  summaryLines,
  type SuiteReport,
  type TestResult,
} from './suiteReport';

const passed = { title: 'a', state: 'passed', ms: 1 } as const;
const failed = { title: 'b', state: 'failed', ms: 1, error: 'x' } as const;
const skipped = { title: 'c', state: 'skipped', ms: 0 } as const;
const report = (rest: Partial<SuiteReport>): SuiteReport => ({
  name: 'unit',
  seconds: 1,
  results: [],
  ...rest,
});

const whole = (...results: TestResult[]): RunResults => ({ results, ended: true });

describe('the closing line', () => {
  it('adds up the tests of all parts', () => {
    const reports = [report({ results: [passed, failed] }), report({ results: [passed, skipped] })];
    assert.equal(closingLine(countResults(reports)), '2 passed, 1 failed, 1 skipped');
  });

  it('counts a part that failed as a whole as one failure and says why', () => {
    const reports = [report({ results: [passed], problem: 'ended with SIGSEGV' })];
    assert.equal(closingLine(countResults(reports)), '1 passed, 1 failed, 0 skipped');
    assert.ok(summaryLines(reports).includes('  unit: ended with SIGSEGV'));
  });

  it('takes a crash, a run without tests and a bad exit for failures', () => {
    assert.equal(problemOf('ended with SIGKILL', undefined, undefined), 'ended with SIGKILL');
    assert.equal(problemOf(undefined, undefined, undefined), 'ended without a report');
    assert.equal(problemOf(undefined, whole(), undefined), 'ran no tests');
    assert.equal(problemOf(undefined, whole(skipped), undefined), 'ran no tests');
    assert.equal(
      problemOf('ended with exit code 7', whole(passed), undefined),
      'ended with exit code 7',
    );
  });

  it('lets failed tests speak for themselves and a filter leave a suite empty', () => {
    assert.equal(problemOf('ended with exit code 1', whole(failed), undefined), undefined);
    assert.equal(problemOf(undefined, whole(), 'only this'), undefined);
  });

  it('says of a run that was stopped what it found until then, and what was wrong', () => {
    const found = { results: [passed, failed], ended: false };
    const problem = problemOf('was stopped after 8 minutes', found, undefined);
    assert.equal(problem, 'was stopped after 8 minutes');
    const lines = summaryLines([report({ results: found.results, problem })]);
    assert.ok(lines.includes('  unit: was stopped after 8 minutes'));
    assert.ok(lines.includes('  unit: b\n    x'));
  });

  it('reads what a reporter wrote, also where the process ended in the middle of a line', () => {
    const folder = mkdtempSync(join(tmpdir(), 'session-plans-report-'));
    const file = join(folder, 'unit.jsonl');
    try {
      assert.equal(readResults(file), undefined);
      writeFileSync(file, `${JSON.stringify(passed)}\n{"title": "ha`);
      assert.deepEqual(readResults(file), { results: [passed], ended: false });
      writeFileSync(file, `${JSON.stringify(passed)}\n{"ended":true}\n`);
      assert.deepEqual(readResults(file), { results: [passed], ended: true });
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
