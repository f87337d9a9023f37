// npm run test:chaos [-- seconds [seed]]: what `npm test` does for a minute, for ten or as long as one likes
import { endRun, projectFolder, runMocha } from './runPart';

const [seconds = '600', seed] = process.argv.slice(2);

void main();

async function main(): Promise<void> {
  process.chdir(projectFolder);
  process.env['SESSION_PLANS_CHAOS_SECONDS'] = seconds;
  if (seed !== undefined) process.env['SESSION_PLANS_CHAOS_SEED'] = seed;
  const report = await runMocha(
    {
      name: 'chaos',
      files: ['test/stores/chaos*.test.ts'],
      timeoutMs: 20_000,
      limitMinutes: Number(seconds) / 12 + 15,
    },
    undefined,
  );
  endRun([report]);
}
