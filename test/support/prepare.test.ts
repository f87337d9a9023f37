import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectFolder } from './runPart';
import { processMark, readMark } from './workbench/processMark';

describe('a script that npm runs', () => {
  // Elsewhere nothing tells who started the shell between npm and us.
  if (process.platform !== 'linux') return;
  const prepare = join(__dirname, 'prepare.mjs');
  let folder: string;
  let command: string;
  let mark: string | undefined;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'sp-prepare-'));
    const script = join(folder, 'script.mjs');
    writeFileSync(
      script,
      `import { writeFileSync } from 'node:fs';
      writeFileSync(${JSON.stringify(join(folder, 'pid'))}, process.pid + '\\n');
      setTimeout(() => {}, 15_000);`,
    );
    command = `'${process.execPath}' '${prepare}' '${relative(projectFolder, script)}'`;
    mark = undefined;
  });

  afterEach(() => {
    const script = mark === undefined ? undefined : readMark(mark);
    if (script?.isRunning) process.kill(script.pid, 'SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  const begin = async (program: string, args: readonly string[]): Promise<ChildProcess> => {
    // As in a terminal that was opened from a script of npm.
    const env = { ...process.env, npm_lifecycle_event: 'other' };
    const child = spawn(program, args, { cwd: folder, env, stdio: 'ignore' });
    const note = join(folder, 'pid');
    while (!existsSync(note) || !readFileSync(note, 'utf8').endsWith('\n')) await sleep(20);
    mark = processMark(Number(readFileSync(note, 'utf8')));
    return child;
  };
  const isRunning = (): boolean => readMark(mark ?? '')?.isRunning === true;

  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    it(`ends after ${signal} for npm alone`, async () => {
      const npm = await begin('npm', ['exec', '-c', `${command}; exit`]);
      await sleep(700);
      assert.ok(isRunning());
      npm.kill(signal);
      while (isRunning()) await sleep(50);
    });
  }

  it('goes on after the end of a shell that started it without npm', async () => {
    await begin('sh', ['-c', `nohup ${command} &`]);
    await sleep(1500);
    assert.ok(isRunning());
  });
});
