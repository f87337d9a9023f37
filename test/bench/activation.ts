import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startWorkbench } from '../support/workbench/workbench';
import type { BenchLine } from './benchResult';
import { percentile } from './statistics';

const WINDOWS = 15;
const EXTENSION = 'session-plans.session-plans';

/**
 * Own activation: loading the bundle and running `activate`, in a window of its own each time. The
 * copy that is measured does not activate by itself, so that the measuring extension can time it.
 */
export async function measureActivation(root: string): Promise<BenchLine[]> {
  const copy = mkdtempSync(join(tmpdir(), 'sp-activation-'));
  for (const part of ['dist', 'media', 'package.nls.json']) {
    cpSync(join(root, part), join(copy, part), { recursive: true });
  }
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as object;
  writeFileSync(
    join(copy, 'package.json'),
    JSON.stringify({ ...manifest, activationEvents: ['onCommand:sessionPlans.showLog'] }),
  );
  const workbench = await startWorkbench({ extensions: [copy], copilot: false });
  try {
    const times: number[] = [];
    let loaded = 0;
    for (let window = 0; window < WINDOWS; window++) {
      const page = await workbench.openPage();
      const control = await page.control();
      const { wasActive, ms } = await control.activate(EXTENSION);
      if (wasActive) throw new Error('The extension was active before it could be timed.');
      times.push(ms);
      const modules = await control.probe<string[]>('loadedModules');
      if (!modules.some((file) => file.endsWith('extension.cjs'))) {
        throw new Error('The list of loaded modules does not show the extension itself.');
      }
      if (modules.some((file) => file.endsWith('sql-wasm.cjs'))) loaded++;
      await page.close();
    }
    return [
      {
        name: 'own activation, p50',
        value: percentile(times, 0.5),
        unit: 'ms',
        atMost: 25,
        note: `${WINDOWS} windows, ${Math.min(...times).toFixed(1)} to ${Math.max(...times).toFixed(1)} ms`,
      },
      { name: 'windows in which activation loaded sql.js', value: loaded, unit: '', atMost: 0 },
    ];
  } finally {
    await workbench.stop();
    rmSync(copy, { recursive: true, force: true });
  }
}
