import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder, writableCacheFolder } from './cacheFolder';
import { patchBrowserHost, patchWorkbench } from './patchWorkbench';
import { runCommand } from './runCommand';
import { withSetupLock } from './setupLock';
import { editorVersion, NEWEST, type WorkbenchEdition } from './workbenchEdition';
import { workbenchNode, type WorkbenchNode } from './workbenchNode';

/** Raise it when the steps below change, so that an older copy is made anew. */
const RECIPE = 1;
const QUIET = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];

export interface InstalledWorkbench {
  readonly node: string;
  readonly entry: string;
  readonly vscodeFolder: string;
}

/** The workbench (VS Code for the browser), installed once into the cache folder. */
export async function installWorkbench(
  edition: WorkbenchEdition = NEWEST,
): Promise<InstalledWorkbench> {
  const name = `code-server@${edition.version}`;
  const folder = join(cacheFolder(), name.replace('@', '-'));
  const done = join(folder, `done-${String(RECIPE)}`);
  // By itself: copies of before have all but this.
  const browserHostDone = join(folder, 'done-browser-host');
  const isDone = () => existsSync(done) && existsSync(browserHostDone);
  const server = join(folder, 'node_modules', 'code-server');
  const vscodeFolder = join(server, 'lib', 'vscode');
  const installed = (node: WorkbenchNode): InstalledWorkbench => ({
    node: node.executable,
    entry: join(server, 'out', 'node', 'entry.js'),
    vscodeFolder,
  });
  if (isDone()) return installed(await workbenchNode(folder, edition));

  writableCacheFolder();
  const onWait = (pid: number): void => {
    progress(`Workbench: process ${String(pid)} is installing it, waiting …`);
  };
  return withSetupLock(`${folder}.lock`, onWait, async () => {
    if (isDone()) return installed(await workbenchNode(folder, edition));
    if (existsSync(done)) {
      patchBrowserHost(vscodeFolder);
      writeFileSync(browserHostDone, new Date().toISOString());
      return installed(await workbenchNode(folder, edition));
    }
    const started = Date.now();
    progress(
      `Workbench: installing VS Code ${editorVersion(edition)} (once, about a minute, 600 to 740 MB) …`,
    );
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');

    const node = await workbenchNode(folder, edition);
    progress('Workbench: the server …');
    await runCommand('npm', ['install', ...QUIET, name], { cwd: folder });
    progress('Workbench: the modules of the editor …');
    await runCommand('npm', ['install', ...QUIET, '--omit=dev'], { cwd: vscodeFolder });
    await buildNativeModules(vscodeFolder, node);
    progress('Workbench: the modules of the built-in extensions …');
    const extensions = join(vscodeFolder, 'extensions');
    await runCommand('npm', ['install', ...QUIET, '--omit=dev'], { cwd: extensions });
    patchWorkbench(vscodeFolder);
    patchBrowserHost(vscodeFolder);
    writeFileSync(browserHostDone, new Date().toISOString());
    writeFileSync(done, new Date().toISOString());
    progress(`Workbench: installed in ${String(Math.round((Date.now() - started) / 1000))} s.`);
    return installed(node);
  });
}

/** Log files and the watchdog need these two; everything else works without them. */
async function buildNativeModules(vscodeFolder: string, node: WorkbenchNode): Promise<void> {
  progress('Workbench: native modules …');
  const env = { ...process.env };
  if (node.headers !== undefined) env['npm_config_nodedir'] = node.headers;
  try {
    const modules = ['@vscode/spdlog', '@vscode/native-watchdog'];
    await runCommand('npm', ['rebuild', ...modules], { cwd: vscodeFolder, env });
  } catch {
    // A machine without a compiler still gets a working workbench, only without log files.
    progress('Workbench: no native modules could be built, so it will write no log files.');
  }
}

function progress(line: string): void {
  console.log(line);
}
