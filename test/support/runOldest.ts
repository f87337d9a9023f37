// npm run test:oldest [-- --grep text]: in the oldest VS Code that package.json names, which it installs
import { oldest } from './mochaSuites';
import { endRun, projectFolder, runMocha, runScript, setUp } from './runPart';
import { checkBrowser } from './workbench/browser';
import { installWorkbench } from './workbench/installWorkbench';
import { runInHost } from './workbench/runInHost';
import { OLDEST } from './workbench/workbenchEdition';

void main(process.argv.slice(2));

async function main([option, text]: readonly string[]): Promise<void> {
  process.chdir(projectFolder);
  const grep = option === '--grep' ? text : undefined;
  endRun([
    ...(await setUp('browser', checkBrowser)),
    ...(await setUp('workbench', () => installWorkbench(OLDEST))),
    await runScript('build', '.esbuild.mjs'),
    await runMocha(oldest, grep),
    await runInHost(grep, OLDEST),
  ]);
}
