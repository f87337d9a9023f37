import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { withProgressOf } from '../../../src/editor/commands/shownProgress';
import { loadWithVscode } from '../../support/loadWithVscode';

interface Report {
  readonly message: string;
  readonly increment: number;
}

describe('the progress of a job', () => {
  const token = { isCancellationRequested: false };
  let reports: Report[];
  let shown: number;
  let run: typeof withProgressOf;

  before(async () => {
    const withProgress = (
      _options: object,
      job: (progress: { report: (report: Report) => void }, cancel: object) => Promise<unknown>,
    ) => {
      shown++;
      return job({ report: (report) => void reports.push(report) }, token);
    };
    const module = await loadWithVscode<{ withProgressOf: typeof withProgressOf }>(
      'src/editor/commands/shownProgress.ts',
      { ProgressLocation: { Notification: 15 }, window: { withProgress } },
    );
    run = module.withProgressOf;
  });
  beforeEach(() => {
    reports = [];
    shown = 0;
    token.isCancellationRequested = false;
  });

  it('is not shown when the job is done before one could read it', async () => {
    const told = run('Job', (tell) => {
      tell(1, 1);
      return Promise.resolve('result');
    });
    assert.deepEqual([await told, shown], ['result', 0]);
  });

  it('is shown later with all that was done before, and the bar ends where the job does', async () => {
    const result = await run(
      'Job',
      async (tell) => {
        tell(1, 4);
        tell(2, 4);
        await sleep(40);
        tell(3, 4);
        tell(4, 4);
        return 'result';
      },
      5,
    );
    assert.deepEqual([result, shown], ['result', 1]);
    assert.deepEqual(reports, [
      { message: '2/4', increment: 50 },
      { message: '3/4', increment: 25 },
      { message: '4/4', increment: 25 },
    ]);
  });

  it('runs the job once, and tells it when the person cancels', async () => {
    let runs = 0;
    const seen: boolean[] = [];
    await run(
      'Job',
      async (_tell, signal) => {
        runs++;
        seen.push(signal.cancelled);
        await sleep(40);
        token.isCancellationRequested = true;
        seen.push(signal.cancelled);
      },
      5,
    );
    assert.deepEqual([runs, seen], [1, [false, true]]);
  });

  it('fails as the job does, shown or not', async () => {
    await assert.rejects(
      run('Job', () => Promise.reject(new Error('soon'))),
      /soon/,
    );
    const late = run('Job', () => sleep(20).then(() => Promise.reject(new Error('late'))), 5);
    await assert.rejects(late, /late/);
    assert.equal(shown, 1);
  });
});
