import { setTimeout as sleep } from 'node:timers/promises';
import { measured, reportFile } from '../runPart';
import type { SuiteReport } from '../suiteReport';
import { closeSharedBrowser } from './browser';
import { bundleHostTests } from './bundleHostTests';
import { extensionUnderTest } from './extensionUnderTest';
import { startWorkbench } from './workbench';
import { NEWEST, type WorkbenchEdition } from './workbenchEdition';

const LIMIT_MS = 5 * 60_000;

/** Runs the mocha index inside the extension host of a real workbench, next to our extension. */
export async function runInHost(
  grep?: string,
  edition: WorkbenchEdition = NEWEST,
): Promise<SuiteReport> {
  const report = reportFile('host');
  const suite = await measured('host', report, grep, async () => {
    try {
      return await runIndex(report, grep, edition);
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  });
  for (const { state, title, ms, error } of suite.results) {
    const mark = { passed: '✔', failed: '✘', skipped: '-' }[state];
    console.log(`  ${mark} ${title} (${String(ms)}ms)`);
    if (error !== undefined) console.log(error.replace(/^/gm, '      '));
  }
  return suite;
}

/** Undefined when the tests passed, else what the editor said. */
async function runIndex(
  report: string,
  grep: string | undefined,
  edition: WorkbenchEdition,
): Promise<string | undefined> {
  const index = await bundleHostTests();
  const workbench = await startWorkbench({
    ...{ edition, extensions: [], copilot: edition.hasCopilot },
    env: { SESSION_PLANS_REPORT: report, SESSION_PLANS_GREP: grep ?? '' },
    pageConfiguration: (port) => {
      const remote = (path: string): object => ({
        $mid: 1,
        scheme: 'vscode-remote',
        authority: `127.0.0.1:${String(port)}`,
        path,
      });
      return {
        developmentOptions: {
          extensions: [remote(extensionUnderTest())],
          extensionTestsPath: remote(index),
        },
      };
    },
  });
  try {
    let finish: (code: number) => void = () => undefined;
    const finished = new Promise<number>((resolve) => {
      finish = resolve;
    });
    await workbench.openPage({
      before: async (page) => {
        await page.exposeFunction('codeAutomationLog', () => undefined);
        await page.exposeFunction('codeAutomationExit', (code: number) => {
          finish(code);
        });
      },
    });
    const code = await Promise.race([finished, sleep(LIMIT_MS, undefined, { ref: false })]);
    if (code === undefined) return `did not finish in ${String(LIMIT_MS / 60_000)} minutes`;
    return code === 0 ? undefined : `ended with exit code ${String(code)}`;
  } finally {
    await workbench.stop();
    await closeSharedBrowser();
  }
}
