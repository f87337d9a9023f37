import assert from 'node:assert/strict';
import type { listProgress } from '../../../src/editor/commands/listProgress';
import { fakeVscode } from '../../support/fakeVscode';
import { loadWithVscode } from '../../support/loadWithVscode';

/** One display in the status bar: what it told, and whether it is gone. */
interface Shown {
  readonly title: string;
  readonly told: string[];
  ended: boolean;
}

describe('how far the reading of stored plans has come', () => {
  const realTimers = { setTimeout, clearTimeout };
  let shown: Shown[];
  /** The workbench begins a display a little after it was asked to. */
  let begins: (() => void)[];
  let timers: Map<number, { run: () => void; ms: number }>;
  let tell: ReturnType<typeof listProgress>;

  beforeEach(async () => {
    shown = [];
    begins = [];
    timers = new Map();
    const { vscode } = fakeVscode();
    const withProgress = (
      { location, title }: { location: number; title: string },
      job: (progress: { report: (what: { message: string }) => void }) => Promise<void>,
    ) => {
      assert.equal(location, 10);
      const display: Shown = { title, told: [], ended: false };
      shown.push(display);
      return new Promise<void>((resolve) => {
        begins.push(() => {
          const report = ({ message }: { message: string }) => void display.told.push(message);
          void job({ report }).then(() => {
            display.ended = true;
            resolve();
          });
        });
      });
    };
    const module = await loadWithVscode<{ listProgress: typeof listProgress }>(
      'src/editor/commands/listProgress.ts',
      { ...vscode, ProgressLocation: { Window: 10 }, window: { withProgress } },
    );
    tell = module.listProgress();
    let next = 1;
    globalThis.setTimeout = ((run: () => void, ms: number) => {
      timers.set(next, { run, ms });
      return next++;
    }) as never;
    globalThis.clearTimeout = ((id: number) => void timers.delete(id)) as never;
  });
  afterEach(() => Object.assign(globalThis, realTimers));

  const begin = () => {
    begins.splice(0).forEach((run) => {
      run();
    });
  };
  const settle = async () => {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  };
  const stayedSilent = async () => {
    for (const [id, { run }] of timers) {
      timers.delete(id);
      run();
    }
    await settle();
  };

  it('shows nothing before something was read', () => {
    assert.deepEqual([shown.length, timers.size], [0, 0]);
  });

  it('is one display, which also tells what came before it began, and ends with the last plan', async () => {
    tell({ done: 100, total: 300 });
    tell({ done: 200, total: 300 });
    begin();
    await settle();
    assert.deepEqual(shown, [
      { title: 'Reading the stored plans', told: ['100 of 300', '200 of 300'], ended: false },
    ]);
    tell({ done: 300, total: 300 });
    await settle();
    assert.deepEqual([shown[0]?.told.at(-1), shown[0]?.ended], ['300 of 300', true]);
    assert.equal(timers.size, 0, 'a timer was left behind');
  });

  it('ends at once where the last plan is read before it began', async () => {
    tell({ done: 300, total: 300 });
    begin();
    await settle();
    assert.deepEqual([shown[0]?.told, shown[0]?.ended], [['300 of 300'], true]);
  });

  it('ends after three seconds of silence, and each plan begins them anew', async () => {
    tell({ done: 100, total: 300 });
    begin();
    tell({ done: 200, total: 300 });
    await settle();
    assert.deepEqual(
      [...timers.values()].map(({ ms }) => ms),
      [3_000],
    );
    assert.equal(shown[0]?.ended, false);
    await stayedSilent();
    assert.equal(shown[0].ended, true);
  });

  it('is shown again when reading goes on after a silence', async () => {
    tell({ done: 100, total: 300 });
    begin();
    await stayedSilent();
    tell({ done: 200, total: 300 });
    begin();
    await settle();
    assert.deepEqual(
      shown.map(({ told, ended }) => [told, ended]),
      [
        [['100 of 300'], true],
        [['200 of 300'], false],
      ],
    );
  });
});
