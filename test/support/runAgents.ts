// npm run test:agents [-- --grep text]: real agents and tools for servers, which it installs, against ours
import { endRun, projectFolder, runMocha, runScript } from './runPart';
import type { SuiteReport } from './suiteReport';

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
  endRun(reports);
}
