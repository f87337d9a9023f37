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
const npmIsGone = watchNpm();
const stamp = join(root, 'node_modules', '.session-plans-lock');
const lockHash = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .update(process.platform + process.arch)
  .digest('hex');
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lockHash) {
  console.error('Installing dependencies (npm ci), usually under a minute …');
  await install();
  writeFileSync(stamp, lockHash);
}

const [script, ...args] = process.argv.slice(2);
if (script) await run(process.execPath, ['--import', 'tsx', join(root, script), ...args]);

/** In a process group of its own, so that its scripts end with it: see the warden. */
async function install() {
  const npm = ['npm', 'ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const options = { cwd: root, stdio: ['pipe', 'inherit', 'inherit'] };
  if (process.platform === 'win32') {
    const child = spawn(npm.join(' '), { ...options, shell: true });
    await ended(child, (signal) => child.kill(signal));
    return;
  }
  const warden = join(root, 'test', 'support', 'workbench', 'warden.cjs');
  const child = spawn(process.execPath, [warden, ...npm], { ...options, detached: true });
  await ended(child, (signal) => process.kill(-child.pid, signal));
}

/** The channel tells the script when we are gone. */
async function run(command, commandArgs) {
  const stdio = ['inherit', 'inherit', 'inherit', 'ipc'];
  const child = spawn(command, commandArgs, { cwd: root, stdio });
  await ended(child, (signal) => child.kill(signal));
}

/**
 * Ends this process with the child's code unless that is 0. Signals go to the child; it also ends
 * when the npm that runs us is gone.
 */
async function ended(child, send) {
  for (const signal of signals) process.on(signal, send);
  const watch = setInterval(() => {
    if (npmIsGone()) send('SIGTERM');
  }, 500);
  const [code, signal] = await new Promise((resolve) => {
    child.once('error', (error) => fail(`${child.spawnfile} did not start: ${error.message}`));
    child.once('exit', (...result) => resolve(result));
  });
  clearInterval(watch);
  for (const name of signals) process.off(name, send);
  if (code !== 0 || signal !== null) process.exit(code ?? 1);
}

/**
 * The shell between npm and us does not pass signals on. When npm ends it in order, our parent
 * changes; when npm itself is killed, only the shell's does, which Linux tells.
 */
function watchNpm() {
  const parent = process.ppid;
  const parentIsOther = () => process.ppid !== parent;
  if (!process.env.npm_lifecycle_event) return () => false;
  if (process.platform !== 'linux') return parentIsOther;
  if (isNpm(parent)) return parentIsOther;
  const grandparent = parentOf(parent);
  // Only the environment is that of an npm script, as in a terminal that was opened from one.
  if (!isNpm(grandparent)) return () => false;
  return () => parentIsOther() || parentOf(parent) !== grandparent;
}

/** npm shows its title, such as `npm test`, or `node …/npm-cli.js`. */
function isNpm(pid) {
  const words = readProc(pid, 'cmdline').split('\0').slice(0, 2);
  return words.some((word) => /(^|\/)(npm|pnpm|yarn)(-cli)?(\.[cm]?js)?( |$)/.test(word));
}

function parentOf(pid) {
  const stat = readProc(pid, 'stat');
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
}

function readProc(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    // It is gone.
    return '';
  }
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
