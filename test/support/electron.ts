// npm run test:electron [-- VERSION]: the tests of the extension host in a desktop VS Code, which is downloaded
import { join } from 'node:path';
import { runTests } from '@vscode/test-electron';
import { endRun, measured, projectFolder, reportFile, runScript } from './runPart';
import type { SuiteReport } from './suiteReport';
import { bundleHostTests } from './workbench/bundleHostTests';
import { writableCacheFolder } from './workbench/cacheFolder';
import { atExit } from './workbench/ownedProcesses';
import { createProfile, removeProfile } from './workbench/profile';
import { scriptedModelFolder } from './workbench/workbench';

void main(process.argv[2] ?? 'stable');

async function main(version: string): Promise<void> {
  process.chdir(projectFolder);
  endRun([await runScript('build', '.esbuild.mjs'), await runInDesktop(version)]);
}

function runInDesktop(version: string): Promise<SuiteReport> {
  const report = reportFile('electron');
  const profile = createProfile();
  atExit(() => {
    removeProfile(profile);
  });
  return measured('electron', report, undefined, async () => {
    try {
      await runTests({
        version,
        cachePath: join(writableCacheFolder(), 'desktop'),
        extensionDevelopmentPath: [projectFolder, scriptedModelFolder],
        extensionTestsPath: await bundleHostTests(),
        extensionTestsEnv: { SESSION_PLANS_REPORT: report },
        launchArgs: ['--user-data-dir', profile.data, '--extensions-dir', profile.extensions],
      });
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  });
}
