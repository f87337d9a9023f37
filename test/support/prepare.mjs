// Runs a script of this project on a fresh clone: installs the locked dependencies when they are
// missing or older than the lock file, then starts the script (TypeScript through tsx).
// Plain JavaScript without imports from node_modules, because it runs before they exist.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  fail(`Node ${process.versions.node} is too old: install Node 20.19 or newer.`);
}

const stamp = join(root, 'node_modules', '.session-plans-lock');
const lockHash = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .update(process.platform + process.arch)
  .digest('hex');
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== lockHash) {
  console.error('Installing dependencies (npm ci), usually under a minute …');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { shell: process.platform === 'win32' });
  writeFileSync(stamp, lockHash);
}

const [script, ...args] = process.argv.slice(2);
if (script) run(process.execPath, ['--import', 'tsx', join(root, script), ...args]);

function run(command, commandArgs, options = {}) {
  const result = spawnSync(command, commandArgs, { cwd: root, stdio: 'inherit', ...options });
  if (result.error) fail(`${command} could not be started: ${result.error.message}`);
  if (result.status !== 0) process.exit(result.status ?? 1);
}

function fail(message) {
  console.error(message);
  process.exit(1);
}
