import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectFolder } from '../architecture/projectFiles';
import { runServer } from '../server/serverProcess';

const run = promisify(execFile);

describe('the example of a coworker', function () {
  this.timeout(60_000);

  it('[DP.12] plans over standard input and output, and its plan outlives it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'session-plans-example-'));
    try {
      const store = `sqlite:${folder}`;
      const script = join(projectFolder, 'examples', 'planner-coworker', 'run.mjs');
      const server = join(projectFolder, 'dist', 'server.cjs');
      const { stdout, stderr } = await run(process.execPath, [script, server, store]);
      assert.equal(stderr, '');
      assert.match(stdout, /in_progress\tRead the changes since 1\.3\n.*\n.*\nrevision 1\n/);
      assert.match(stdout, /revision 4\nRelease 1\.4 is prepared\. Open steps: 0\.\n$/);
      const exported = await runServer(['export', '--all', '--store', store]);
      const { session } = JSON.parse(exported.stdout) as {
        session: { title: string; coworker: string; plan: { revision: number } };
      };
      assert.deepEqual(
        [session.title, session.coworker, session.plan.revision],
        ['Release 1.4', 'release-manager', 4],
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
