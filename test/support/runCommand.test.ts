import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { processMark, readMark } from './workbench/processMark';
import { runCommand } from './workbench/runCommand';

describe('a set-up command', () => {
  let folder: string;

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'sp-command ')));
  });

  afterEach(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('gives its output, or fails with the end of it', async () => {
    const node = process.execPath;
    const print = ['-e', 'console.log(process.cwd())'];
    assert.equal(await runCommand(node, print, { cwd: folder }), `${folder}\n`);
    const failing = runCommand(node, ['-e', 'console.error("why"); process.exit(3)']);
    await assert.rejects(failing, / -e .* ended with 3:\nwhy$/s);
    await assert.rejects(runCommand('no-such-command', []), /no-such-command ended with/);
  });

  // What `npm rebuild` starts: node-gyp, make, a compiler.
  const signals = ['SIGINT', 'SIGTERM', 'SIGKILL'] as const;
  for (const signal of process.platform === 'win32' ? [] : signals) {
    it(`ends with everything it started after ${signal} for its caller`, async () => {
      const note = join(folder, 'pid');
      const started = `sh -c 'echo $$ > "$NOTE"; for i in $(seq 100); do sleep 0.2; done' & wait`;
      const code = `require(${JSON.stringify(require.resolve('./workbench/runCommand'))})
        .runCommand('sh', ['-c', ${JSON.stringify(started)}])`;
      const caller = spawn(process.execPath, ['--import', 'tsx', '-e', code], {
        env: { ...process.env, NOTE: note },
        stdio: 'inherit',
      });
      while (!existsSync(note) || !readFileSync(note, 'utf8').endsWith('\n')) await sleep(20);
      const mark = processMark(Number(readFileSync(note, 'utf8')));
      assert.equal(readMark(mark)?.isRunning, true);
      caller.kill(signal);
      await once(caller, 'exit');
      while (readMark(mark)?.isRunning) await sleep(20);
    });
  }
});
