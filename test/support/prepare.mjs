// Runs a script of this project on a fresh clone: installs the locked dependencies when they are
// missing or older than the lock file, then starts the script (TypeScript through tsx).
// Plain JavaScript without imports from node_modules, because it runs before they exist.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  fail(`Node ${process.versions.node} is too old: install Node 20.19 or newer.`);
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const stamp = join(root, 'node_modules', '.session-plans-lock');
const lockHash = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .update(process.platform + process.arch)
  .digest('hex');
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lockHash) {
  console.error('Installing dependencies (npm ci), usually under a minute …');
  const shell = process.platform === 'win32';
  await run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { shell });
  writeFileSync(stamp, lockHash);
}

const [script, ...args] = process.argv.slice(2);
if (script) await run(process.execPath, ['--import', 'tsx', join(root, script), ...args]);

/**
 * Ends this process with the command's code unless that is 0. Signals go to the command; it also
 * ends when the npm that runs us is gone, and (by the channel) when we are.
 */
async function run(command, commandArgs, options = {}) {
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
  const child = spawn(command, commandArgs, { cwd: root, stdio, ...options });
  const forward = (signal) => child.kill(signal);
  for (const signal of signals) process.on(signal, forward);
  const parent = process.ppid;
  // The shell between npm and us does not pass signals on: it just dies.
  const watch = setInterval(() => {
    if (process.env.npm_lifecycle_event && process.ppid !== parent) child.kill('SIGTERM');
  }, 500);
  const [code, signal] = await new Promise((resolve) => {
    child.once('error', (error) => fail(`${command} could not be started: ${error.message}`));
    child.once('exit', (...result) => resolve(result));
  });
  clearInterval(watch);
  for (const name of signals) process.off(name, forward);
  if (code !== 0 || signal !== null) process.exit(code ?? 1);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
