// npm run test:agents [-- --grep text]: real agents and tools for servers, which it installs, against ours
import { projectFolder, runMocha, runScript } from './runPart';
import { closingLine, countResults, summaryLines, type SuiteReport } from './suiteReport';

void main(process.argv.slice(2));

async function main([option, grep]: readonly string[]): Promise<void> {
  process.chdir(projectFolder);
  const suite = {
    ...{ name: 'agents', files: ['test/realAgents/**/*.test.ts'] },
    ...{ timeoutMs: 60_000, limitMinutes: 30 },
  };
  const reports: SuiteReport[] = [
    await runScript('build', '.esbuild.mjs'),
    await runMocha(suite, option === '--grep' ? grep : undefined),
  ];
  console.log(`\n${summaryLines(reports).join('\n')}\n`);
  const counts = countResults(reports);
  console.log(closingLine(counts));
  process.exit(counts.failed > 0 ? 1 : 0);
}
