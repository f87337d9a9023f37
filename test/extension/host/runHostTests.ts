import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Mocha from 'mocha';
import CountsReporter from '../../support/countsReporter.cjs';

/** What the editor calls in its extension host when it was started with this module as its tests. */
export async function run(): Promise<void> {
  const grep = process.env['SESSION_PLANS_GREP'];
  const mocha = new Mocha({
    ui: 'bdd',
    timeout: 60_000,
    reporter: CountsReporter,
    ...(grep === undefined || grep === '' ? {} : { grep }),
  });
  for (const name of readdirSync(__dirname).sort()) {
    if (name.endsWith('.test.js')) mocha.addFile(join(__dirname, name));
  }
  const failures = await new Promise<number>((resolve) => mocha.run(resolve));
  if (failures > 0) throw new Error(`${String(failures)} tests failed`);
}
