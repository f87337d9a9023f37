import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { callTool, introduced, NO_HOST } from '../server/mcpBench';
import { ServerProcess } from '../server/serverProcess';
import { PostgresServer } from '../support/servers/postgresServer';
import { RedisServer } from '../support/servers/redisServer';
import { packExtension } from '../support/package';
import { Product, stepsOf, updatePlan } from './product';
import { describePanelInUse } from './stories/panelInUse';

describe('the packaged extension in a clean workbench', () => {
  let product: Product;

  before(async () => {
    product = await Product.start({ extensions: [packExtension()] });
  });

  after(() => product.stop());

  it('has an empty panel that says what to do', async () => {
    await product.panelShows('#update_plan');
  });

  it('is installed from the .vsix, and the agent keeps a plan with it', async () => {
    const { extensionPath } = await product.chat.control.extension('session-plans.session-plans');
    assert.deepEqual(
      readdirSync(extensionPath).filter((name) => /^(src|test|webview|node_modules)$/.test(name)),
      [],
    );
    await product.chat.newChat();
    await product.agentCalls('Start', updatePlan(0, stepsOf('packed', 3, 1)));
    await product.panelShows('packed: part 3');
    await product.statusBarShows('1/3 packed: part 2');
    await product.reload();
    await product.showPanel();
    await product.panelShows('packed: part 3');
  });

  it('has the drivers in it: its server keeps plans on PostgreSQL and on Redis', async function () {
    this.timeout(300_000);
    const { extensionPath } = await product.chat.control.extension('session-plans.session-plans');
    const [postgres, redis] = await Promise.all([PostgresServer.start(), RedisServer.start()]);
    const port = String(postgres.port);
    for (const store of [`postgres://postgres@127.0.0.1:${port}/postgres`, redis.url]) {
      const args = ['--mcp', '--session', 'packed', '--store', store];
      const server = new ServerProcess(args, NO_HOST, join(extensionPath, 'dist', 'server.cjs'));
      await introduced(server, 'lab');
      const input = { expected_revision: 0, steps: stepsOf('packed', 2, 0) };
      assert.equal((await callTool(server, 'update_plan', input)).isError, false);
      await server.dispose();
    }
    await Promise.all([postgres.stop(), redis.stop()]);
  });

  it('has a server for other agents, whose plans its panel shows live', async () => {
    const { control } = product.chat;
    const { extensionPath } = await control.extension('session-plans.session-plans');
    const server = new ServerProcess(
      ['--mcp', '--session', 'elsewhere', '--store', `sqlite:${product.storage}`],
      NO_HOST,
      join(extensionPath, 'dist', 'server.cjs'),
    );
    try {
      await introduced(server, 'lab');
      const write = async (revision: number, steps: object[]) =>
        callTool(server, 'update_plan', { expected_revision: revision, steps });
      assert.equal((await write(0, stepsOf('elsewhere', 2, 0))).isError, false);
      await control.executeCommand('sessionPlans.openPlan', { session: 'mcp:elsewhere' });
      await product.panelShows('elsewhere: part 2');
      assert.equal((await write(1, stepsOf('anew', 3, 1))).isError, false);
      await product.panelShows('anew: part 3');
    } finally {
      await server.dispose();
    }
  });

  describe('has a panel that', () => {
    describePanelInUse(() => product);
  });
});
