// Runs a command and ends it, with everything it started, as soon as the pipe to our parent closes:
// so nothing is left behind even when the parent is killed without a chance to tidy up.
const { spawn } = require('node:child_process');

const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'] });
child.on('error', (error) => {
  console.error(String(error));
  process.exit(127);
});
child.on('exit', (code) => process.exit(code ?? 1));
// The whole group gets the signal; the command decides how long it needs.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {});
process.stdin.on('end', () => process.kill(0, 'SIGKILL'));
process.stdin.on('error', () => process.kill(0, 'SIGKILL'));
process.stdin.resume();
