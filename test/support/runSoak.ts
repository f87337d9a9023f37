// npm run test:soak [-- minutes]: every file with properties, with new random input in each round
import { projectFiles } from '../architecture/projectFiles';
import { projectFolder, runMocha } from './runPart';
import { closingLine, countResults, type SuiteReport } from './suiteReport';

const DEFAULT_MINUTES = 30;
const RANDOM =
  /from '(?:fast-check|[./\w]*(?:Arbitraries|fuzzBesideMemory))'|SESSION_PLANS_EVERY_CALL/;

void main(Number(process.argv[2] ?? DEFAULT_MINUTES));

async function main(minutes: number): Promise<void> {
  if (!(minutes > 0)) {
    console.error('Usage: npm run test:soak [-- MINUTES]');
    process.exit(2);
  }
  process.chdir(projectFolder);
  const files = projectFiles(['test'], /\.test\.ts$/)
    .filter(({ text }) => RANDOM.test(text))
    .map(({ path }) => path);
  process.env['SESSION_PLANS_EVERY_CALL'] = 'yes';
  const end = Date.now() + minutes * 60_000;
  const rounds: SuiteReport[] = [];
  do {
    console.log(`\n── round ${String(rounds.length + 1)}, ${String(files.length)} files ──`);
    rounds.push(
      await runMocha({ name: 'soak', files, timeoutMs: 60_000, limitMinutes: 30 }, undefined),
    );
    // Its seed and path are printed; whoever mends it begins there.
  } while (Date.now() < end && countResults(rounds).failed === 0);
  console.log(`\n${String(rounds.length)} rounds`);
  const counts = countResults(rounds);
  console.log(closingLine(counts));
  process.exit(counts.failed > 0 ? 1 : 0);
}
