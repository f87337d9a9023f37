import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectFolder } from '../architecture/projectFiles';
import { RedisServer } from '../support/servers/redisServer';

const run = promisify(execFile);

/** What somebody writes who installed the package. */
const SAMPLE = `
import { connectHttp, connectStdio, toAcpEntries, type PlanClient, type Plan } from 'session-plans/client';

const [, , server, store] = process.argv;
const client = connectStdio({ command: process.execPath, args: [server, '--stdio', '--store', store] });
const { sessionId } = await client.createSession('planner', 'From outside');
const turnId: string = await client.startTurn(sessionId);
const plans: (Plan | null)[] = [];
const seen = new Promise<void>((resolve) => {
  client.subscribe(sessionId, ({ plan }) => {
    plans.push(plan);
    if (plan?.revision === 1) resolve();
  });
});
await client.call({ sessionId, turnId, callId: 'c1', name: 'update_plan',
  arguments: { expected_revision: 0, steps: [{ id: 'a', description: 'Look', status: 'in_progress' }] } });
await seen;
console.log(JSON.stringify(toAcpEntries(plans.at(-1) ?? null)));
await client.close();
const follower: PlanClient = connectHttp({ url: 'http://127.0.0.1:1', token: '' });
await follower.close();
// @ts-expect-error: nothing edits a plan over HTTP
follower.call;
`;

const NODE = `declare const process: { argv: [string, string, string, string]; execPath: string };
declare const console: { log(text: string): void };`;

const OPTIONS = {
  ...{ strict: true, module: 'nodenext', target: 'es2022', lib: ['es2023'], types: [] },
  ...{ exactOptionalPropertyTypes: true, skipLibCheck: false },
};

describe('the package as npm packs it', function () {
  this.timeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), 'session-plans-package-'));
  const installed = join(folder, 'node_modules', 'session-plans');
  before(async () => {
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
    const args = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
    await run(npm, args, { cwd: projectFolder, shell: process.platform === 'win32' });
    const [tarball] = readdirSync(folder).filter((name) => name.endsWith('.tgz'));
    mkdirSync(installed, { recursive: true });
    await run('tar', ['-xzf', join(folder, tarball!), '-C', installed, '--strip-components=1']);
  });
  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('has a client that compiles without anything else, and a server that it can start', async () => {
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS }));
    writeFileSync(join(folder, 'node.d.ts'), NODE);
    writeFileSync(join(folder, 'sample.ts'), SAMPLE);
    const tsc = join(projectFolder, 'node_modules', 'typescript7', 'bin', 'tsc');
    const compiled = await run(process.execPath, [tsc, '-p', folder]).catch((error: unknown) => {
      throw new Error((error as { stdout: string }).stdout);
    });
    assert.equal(compiled.stdout, '');
    const server = join(installed, 'dist', 'server.cjs');
    const store = `sqlite:${join(folder, 'plans')}`;
    const ran = await run(process.execPath, [join(folder, 'sample.js'), server, store]);
    assert.equal(ran.stdout, '[{"content":"Look","priority":"medium","status":"in_progress"}]\n');
    const verified = await run(process.execPath, [server, 'verify', '--all', '--store', store]);
    assert.match(verified.stdout, /^1 verified, 0 damaged/m);
  });

  it('has the drivers in it: its server keeps plans on Redis, and looks for PostgreSQL', async () => {
    const redis = await RedisServer.start();
    const server = join(installed, 'dist', 'server.cjs');
    const verify = ['verify', '--all', '--store'];
    const verified = await run(process.execPath, [server, ...verify, redis.url]);
    assert.match(verified.stdout, /^0 verified, 0 damaged/m);
    await redis.stop();
    const nowhere = 'postgres://127.0.0.1:1/plans';
    await assert.rejects(run(process.execPath, [server, ...verify, nowhere]), /nothing answers/);
  });
});
