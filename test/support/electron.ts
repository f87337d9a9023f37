// npm run test:electron: the tests of the extension host in a desktop VS Code, which is downloaded.
import { runTests } from '@vscode/test-electron';
import { measured, projectFolder, reportFile } from './runPart';
import { closingLine, countResults, summaryLines } from './suiteReport';
import { bundleHostTests } from './workbench/bundleHostTests';
import { scriptedModelFolder } from './workbench/workbench';

void main();

async function main(): Promise<void> {
  const report = reportFile('electron');
  const suite = await measured('electron', report, undefined, async () => {
    try {
      const code = await runTests({
        extensionDevelopmentPath: [projectFolder, scriptedModelFolder],
        extensionTestsPath: await bundleHostTests(),
        extensionTestsEnv: { SESSION_PLANS_REPORT: report },
        launchArgs: ['--disable-workspace-trust', '--skip-welcome', '--skip-release-notes'],
      });
      return code === 0 ? undefined : `ended with exit code ${String(code)}`;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  });
  const counts = countResults([suite]);
  console.log(`\n${summaryLines([suite]).join('\n')}\n`);
  console.log(closingLine(counts));
  process.exit(counts.failed > 0 ? 1 : 0);
}
