import assert from 'node:assert/strict';
import { join } from 'node:path';
import { introduced, McpBench, NO_HOST, writePlan } from '../server/mcpBench';
import { planned, ServerBench, update } from '../server/serverBench';
import { SERVER, ServerProcess } from '../server/serverProcess';
import { installedTool } from './installedTool';

/** The oldest that is promised, and the newest of the lines that are kept up. */
const VERSIONS = ['20.19.0', '22.23.5', '24.21.0'];

describe('the server on every Node that is promised', function () {
  this.timeout(300_000);
  const name = `node-${process.platform}-${process.arch}`;

  for (const version of VERSIONS) {
    it(`keeps plans on Node ${version}, for programs and for agents`, async () => {
      const node = await installedTool({ package: name, version, file: join(name, 'bin', 'node') });
      const programs = new ServerBench();
      const agents = new McpBench();
      const served = ['--stdio', '--store', programs.store];
      const program = new ServerProcess(served, {}, SERVER, node);
      const asked = ['--mcp', '--session', 'one', '--store', agents.store];
      const agent = new ServerProcess(asked, NO_HOST, SERVER, node);
      try {
        const turn = await planned(program);
        const { isError } = await program.result('tool/call', update(turn, 0));
        assert.equal(isError, false);
        await introduced(agent, 'lab');
        assert.equal((await writePlan(agent, 0)).isError, false);
      } finally {
        await program.dispose();
        await agent.dispose();
        await programs.dispose();
        await agents.dispose();
      }
    });
  }
});
