import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from '../architecture/projectFiles';
import { ServerProcess } from '../server/serverProcess';

const DIST = join(projectFolder, 'dist');
/** What the drivers say, and nobody else does. */
const MARKS = { postgres: 'SCRAM-SERVER-FIRST-MESSAGE', redis: 'Socket closed unexpectedly' };

/** Tells at the end of a process which files it loaded. */
const TELLER = `process.on('exit', () => process.stderr.write(JSON.stringify(Object.keys(require.cache))));`;

describe('the drivers of servers, as they ship', () => {
  const folder = mkdtempSync(join(tmpdir(), 'session-plans-drivers-'));
  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('[PT.65] are each in one bundle, and neither the extension nor the server has one in it', () => {
    const bundles = readdirSync(DIST).filter((name) => name.endsWith('.cjs'));
    for (const [kind, mark] of Object.entries(MARKS)) {
      const having = bundles.filter((name) =>
        readFileSync(join(DIST, name), 'utf8').includes(mark),
      );
      assert.deepEqual(having, [`${kind}OnDemand.cjs`]);
    }
    const kilobytes = (name: string) => statSync(join(DIST, name)).size / 1024;
    assert.ok(kilobytes('extension.cjs') < 250, 'activation loads too much');
  });

  it('[PT.65] are loaded by nobody who keeps plans in files, and by whoever uses a server', async () => {
    const teller = join(folder, 'teller.cjs');
    writeFileSync(teller, TELLER);
    const loadedWith = async (store: string) => {
      const env = { NODE_OPTIONS: `--require ${teller}` };
      const server = new ServerProcess(['--stdio', '--store', store], env);
      await server.request('session/list', {});
      server.child.stdin.end();
      const { stderr } = await server.ended;
      const files = JSON.parse(/\[".*"\]/.exec(stderr)?.[0] ?? '[]') as string[];
      assert.ok(files.some((file) => file.endsWith('server.cjs')));
      return files.filter((file) => /(?:postgres|redis)OnDemand/.test(file)).length;
    };
    assert.equal(await loadedWith(`sqlite:${join(folder, 'plans')}`), 0);
    for (const url of ['postgres://127.0.0.1:1/x', 'redis://127.0.0.1:1'])
      assert.equal(await loadedWith(url), 1);
  });
});
