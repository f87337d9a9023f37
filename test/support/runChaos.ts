// npm run test:chaos [-- seconds [seed]]: what `npm test` does for a minute, for ten or as long as one likes
import { projectFolder, runMocha } from './runPart';
import { closingLine, countResults, summaryLines } from './suiteReport';

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
  console.log(`\n${summaryLines([report]).join('\n')}\n`);
  const counts = countResults([report]);
  console.log(closingLine(counts));
  process.exit(counts.failed > 0 ? 1 : 0);
}
