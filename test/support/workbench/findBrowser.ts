import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';
import { cacheFolder, writableCacheFolder } from './cacheFolder';
import { runCommand } from './runCommand';
import { withSetupLock } from './setupLock';

const SPARTICUZ_VERSION = '147.0.0';

/** A Chromium to drive, from the nearest source to the farthest; installs one as a last resort. */
export async function findBrowser(
  progress: (line: string) => void = (line) => {
    console.log(line);
  },
): Promise<string> {
  const wanted = wantedBrowser();
  if (wanted !== undefined) {
    if (!existsSync(wanted)) throw new Error(`SESSION_PLANS_CHROME does not exist: ${wanted}`);
    return wanted;
  }
  const present = installedBrowser();
  if (present !== undefined) return present;
  const onWait = (pid: number): void => {
    progress(`Browser: process ${String(pid)} is installing one, waiting …`);
  };
  return withSetupLock(join(writableCacheFolder(), 'browser.lock'), onWait, async () => {
    const found = installedBrowser() ?? (await installFromDebian(progress));
    if (found !== undefined) return found;
    return installFromNpm(progress);
  });
}

/** What the user set, if anything. */
export function wantedBrowser(): string | undefined {
  const wanted = process.env['SESSION_PLANS_CHROME'] ?? '';
  return wanted === '' ? undefined : wanted;
}

function installedBrowser(): string | undefined {
  const places = [playwrightBrowser(), ...channelBrowsers(), ...browsersOnPath(), npmBrowser()];
  return places.find((path) => path !== '' && existsSync(path));
}

function playwrightBrowser(): string {
  try {
    return chromium.executablePath();
  } catch {
    // Playwright does not know this platform; the other sources may.
    return '';
  }
}

function channelBrowsers(): string[] {
  if (process.platform === 'darwin') {
    return ['Google Chrome', 'Microsoft Edge', 'Chromium'].map(
      (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
    );
  }
  if (process.platform === 'win32') {
    const roots = ['PROGRAMFILES', 'PROGRAMFILES(X86)', 'LOCALAPPDATA'].flatMap(
      (name) => process.env[name] ?? [],
    );
    const paths = [
      'Google\\Chrome\\Application\\chrome.exe',
      'Microsoft\\Edge\\Application\\msedge.exe',
    ];
    return roots.flatMap((root) => paths.map((path) => join(root, path)));
  }
  return ['/opt/google/chrome/chrome', '/opt/microsoft/msedge/msedge'];
}

function browsersOnPath(): string[] {
  const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

/** What an earlier run installed from npm; the file says where it unpacked itself. */
function npmBrowser(): string {
  const note = join(npmFolder(), 'path');
  return existsSync(note) ? readFileSync(note, 'utf8') : '';
}

function npmFolder(): string {
  return join(cacheFolder(), `chromium-${SPARTICUZ_VERSION}`);
}

async function installFromDebian(progress: (line: string) => void): Promise<string | undefined> {
  const isRoot = process.getuid?.() === 0;
  if (!isRoot || !existsSync('/etc/debian_version') || !existsSync('/usr/bin/apt-get')) return;
  progress('Browser: installing chromium (apt-get) …');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  try {
    await runCommand('apt-get', ['update', '-qq'], { env });
    const install = ['install', '-y', '-qq', '--no-install-recommends', 'chromium'];
    await runCommand('apt-get', install, { env });
  } catch (error) {
    // Ubuntu has only a stub, and a closed network may not serve packages: npm may still have one.
    progress(
      `Browser: apt-get could not install chromium (${String(error).split('\n').at(-1) ?? ''})`,
    );
  }
  return browsersOnPath().find((path) => existsSync(path));
}

async function installFromNpm(progress: (line: string) => void): Promise<string> {
  const help = 'Install Chrome, Edge or Chromium, or set SESSION_PLANS_CHROME to the path of one.';
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(`No browser was found for the workbench tests. ${help}`);
  }
  const folder = npmFolder();
  progress(`Browser: installing @sparticuz/chromium ${SPARTICUZ_VERSION} (npm) …`);
  mkdirSync(folder, { recursive: true });
  try {
    await runCommand('npm', [
      ...['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund'],
      `@sparticuz/chromium@${SPARTICUZ_VERSION}`,
    ]);
    // It unpacks itself into the folder for temporary files, which must not be swept between runs.
    const unpack = `
      import chromium from '@sparticuz/chromium';
      import { writeFileSync } from 'node:fs';
      writeFileSync('path', await chromium.executablePath());`;
    await runCommand(process.execPath, ['--input-type=module', '-e', unpack], {
      cwd: folder,
      env: { ...process.env, TMPDIR: folder },
    });
    return npmBrowser();
  } catch (error) {
    throw new Error(`No browser was found for the workbench tests. ${help}`, { cause: error });
  }
}
