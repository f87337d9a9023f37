import assert from 'node:assert/strict';
import { problemOf } from './runPart';
import { closingLine, countResults, summaryLines, type SuiteReport } from './suiteReport';

const passed = { title: 'a', state: 'passed', ms: 1 } as const;
const failed = { title: 'b', state: 'failed', ms: 1, error: 'x' } as const;
const skipped = { title: 'c', state: 'skipped', ms: 0 } as const;
const report = (rest: Partial<SuiteReport>): SuiteReport => ({
  name: 'unit',
  seconds: 1,
  results: [],
  ...rest,
});

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
    assert.equal(problemOf(undefined, [], undefined), 'ran no tests');
    assert.equal(problemOf(undefined, [skipped], undefined), 'ran no tests');
    assert.equal(
      problemOf('ended with exit code 7', [passed], undefined),
      'ended with exit code 7',
    );
  });

  it('lets failed tests speak for themselves and a filter leave a suite empty', () => {
    assert.equal(problemOf('ended with exit code 1', [failed], undefined), undefined);
    assert.equal(problemOf(undefined, [], 'only this'), undefined);
  });
});
