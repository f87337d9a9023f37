// npm run test:field [-- MINUTES [SEED]]: a person's life with the product in a real workbench, by chance
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { Product } from '../extension/product';
import { projectFolder, runScript } from '../support/runPart';
import { closeSharedBrowser } from '../support/workbench/browser';
import { beginWithWholeToolset } from './actions/settings';
import { stopServers } from './actions/stores';
import { FieldRound } from './fieldRound';
import { FieldWorld } from './fieldWorld';

const DEFAULT_MINUTES = 30;
/** Whoever looks for one fault does not want a hundred of them. */
const MOST_FAILURES = 20;

void main(process.argv.slice(2)).then((code) => process.exit(code));

async function main([asked = '', given]: readonly string[]): Promise<number> {
  const minutes = asked === '' ? DEFAULT_MINUTES : Number(asked);
  const seed = given === undefined ? Date.now() % 1_000_000 : Number(given);
  if (!(minutes > 0) || !Number.isInteger(seed)) {
    console.error('Usage: npm run test:field [-- MINUTES [SEED]]');
    return 2;
  }
  process.chdir(projectFolder);
  const pictures = join('.cache', 'field', String(seed));
  mkdirSync(pictures, { recursive: true });
  const { problem } = await runScript('build', '.esbuild.mjs');
  if (problem !== undefined) throw new Error(`The build ${problem}`);
  console.log(`seed ${seed}, ${minutes} minutes, pictures in ${pictures}`);
  const product = await Product.start();
  try {
    const world = new FieldWorld(product, seed);
    await beginWithWholeToolset(world);
    const round = new FieldRound(world, pictures);
    const end = Date.now() + minutes * 60_000;
    while (Date.now() < end && round.failures < MOST_FAILURES) await round.step();
    await round.end();
    console.log(round.summary());
    return round.failures > 0 ? 1 : 0;
  } finally {
    await product.workbench.stop();
    await closeSharedBrowser();
    await stopServers();
  }
}
