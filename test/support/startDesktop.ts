import { spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { writeDemo } from './demoScript';
import { projectFolder } from './runPart';
import { extensionUnderTest } from './workbench/extensionUnderTest';
import { scriptedModelFolder } from './workbench/workbench';

/** Opens the extension and the scripted model in the desktop VS Code of this machine. */
export async function startDesktop(build: () => Promise<void>): Promise<void> {
  const code = desktopCommand();
  if (code === undefined) {
    throw new Error(
      'There is no `code` command on the PATH. Install VS Code (on macOS also run "Shell Command: ' +
        "Install 'code' command in PATH\"), or use `npm start` without --desktop.",
    );
  }
  await build();
  const folder = join(projectFolder, '.cache', 'desktop');
  mkdirSync(join(folder, 'workspace'), { recursive: true });
  const script = join(folder, 'demoScript.json');
  writeDemo(script);
  const child = spawn(
    code,
    [
      ...['--new-window', '--user-data-dir', join(folder, 'data')],
      `--extensionDevelopmentPath=${extensionUnderTest()}`,
      `--extensionDevelopmentPath=${scriptedModelFolder}`,
      join(folder, 'workspace'),
    ],
    {
      env: { ...process.env, SESSION_PLANS_DEMO_FILE: script },
      stdio: 'inherit',
      shell: process.platform === 'win32',
    },
  );
  const ended = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (ended !== 0) throw new Error(`code ended with ${String(ended)}`);
  console.log('VS Code is open: pick the model "Scripted Model" in a chat and send anything.');
}

function desktopCommand(): string | undefined {
  const names = process.platform === 'win32' ? ['code.cmd'] : ['code'];
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(existsSync);
}
