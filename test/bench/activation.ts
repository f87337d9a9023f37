import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startWorkbench } from '../support/workbench/workbench';
import type { BenchLine } from './benchResult';
import { median } from './statistics';

const WINDOWS = 15;
const EXTENSION = 'session-plans.session-plans';
/** A window that has just opened keeps two slow cores busy for about this long, in milliseconds. */
const SETTLING = 8_000;

/** Stands before the bundle in the copy that is measured, and leaves its times where a probe finds them. */
const STOPWATCH = `
const start = performance.now();
const real = require('./extension.real.cjs');
const load = performance.now() - start;
exports.activate = (context) => {
  const begin = performance.now();
  const result = real.activate(context);
  globalThis.sessionPlansActivation = { load, activate: performance.now() - begin };
  return result;
};
exports.deactivate = real.deactivate;
`;

interface Times {
  readonly load: number;
  readonly activate: number;
}

/**
 * Own activation as the editor counts it: loading the bundle and running `activate`, in a window of
 * its own each time. The copy that is measured activates only when the measuring extension asks.
 */
export async function measureActivation(root: string): Promise<BenchLine[]> {
  const copy = measuredCopy(root);
  const workbench = await startWorkbench({ extensions: [copy], copilot: false });
  try {
    const times: Times[] = [];
    const waits: number[] = [];
    let loadedSqlJs = 0;
    for (let window = 0; window < WINDOWS; window++) {
      const page = await workbench.openPage();
      const control = await page.control();
      await sleep(SETTLING);
      const { wasActive, ms } = await control.activate(EXTENSION);
      if (wasActive) throw new Error('The extension was active before it could be timed.');
      waits.push(ms);
      times.push(await control.probe<Times>('global', { name: 'sessionPlansActivation' }));
      const modules = await control.probe<string[]>('loadedModules');
      if (!modules.some((file) => file.endsWith('extension.real.cjs'))) {
        throw new Error('The list of loaded modules does not show the extension itself.');
      }
      if (modules.some((file) => file.endsWith('sql-wasm.cjs'))) loadedSqlJs++;
      await page.close();
    }
    return [...linesOf(times, waits), sqlJsLine(loadedSqlJs)];
  } finally {
    await workbench.stop();
    rmSync(copy, { recursive: true, force: true });
  }
}

function measuredCopy(root: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'sp-activation-'));
  for (const part of ['dist', 'media', 'package.nls.json']) {
    cpSync(join(root, part), join(copy, part), { recursive: true });
  }
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as object;
  writeFileSync(
    join(copy, 'package.json'),
    JSON.stringify({ ...manifest, activationEvents: ['onCommand:sessionPlans.showLog'] }),
  );
  const main = join(copy, 'dist', 'extension.cjs');
  renameSync(main, join(copy, 'dist', 'extension.real.cjs'));
  writeFileSync(main, STOPWATCH);
  return copy;
}

function linesOf(times: readonly Times[], waits: readonly number[]): BenchLine[] {
  const own = times.map(({ load, activate }) => load + activate);
  const range = `${Math.min(...own).toFixed(1)} to ${Math.max(...own).toFixed(1)} ms`;
  const load = median(times.map((time) => time.load)).toFixed(1);
  return [
    {
      name: 'own activation, p50',
      value: median(own),
      unit: 'ms',
      atMost: 25,
      note: `${WINDOWS} windows, ${range}; of it loading ${load} ms`,
    },
    {
      name: 'own activation with what the editor does around it, p50',
      value: median(waits),
      unit: 'ms',
    },
  ];
}

function sqlJsLine(value: number): BenchLine {
  return { name: 'windows in which activation loaded sql.js', value, unit: '', atMost: 0 };
}
