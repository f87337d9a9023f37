import assert from 'node:assert/strict';
import { writableCacheFolder } from '../support/workbench/cacheFolder';
import { runCommand } from '../support/workbench/runCommand';
import { workbenchNode } from '../support/workbench/workbenchNode';
import { McpBench, NO_HOST } from '../server/mcpBench';
import { SERVER } from '../server/serverProcess';
import { HttpBridge } from './httpBridge';
import { installedTool } from './installedTool';

const CONFORMANCE = {
  ...{ package: '@modelcontextprotocol/conformance', version: '0.1.16', file: '.bin/conformance' },
};
const INSPECTOR = {
  ...{ package: '@modelcontextprotocol/inspector', version: '2.12.0', file: '.bin/mcp-inspector' },
};
/** Those that ask for what our server has; the others want tools, templates and prompts by name, or what is no text. */
const SCENARIOS = [
  ...['server-initialize', 'ping', 'tools-list', 'resources-list', 'resources-read-text'],
  ...['resources-subscribe', 'resources-unsubscribe', 'prompts-list'],
];
/** Resources of the scenarios, and ours of the same kind. */
const RESOURCES = {
  'test://static-text': 'plan://current.md',
  'test://watched-resource': 'plan://current',
};

describe('tools that test servers for agents', function () {
  this.timeout(600_000);
  let bench: McpBench;
  let node: string;
  beforeEach(async () => {
    bench = new McpBench();
    ({ executable: node } = await workbenchNode(writableCacheFolder()));
  });
  afterEach(() => bench.dispose());

  it('the conformance scenarios that apply pass', async () => {
    const conformance = await installedTool(CONFORMANCE);
    const bridge = await HttpBridge.over(bench, RESOURCES);
    try {
      for (const scenario of SCENARIOS) {
        const args = [conformance, 'server', '--url', bridge.url, '--scenario', scenario];
        const output = await runCommand(node, args);
        assert.match(output, /Passed: (\d+)\/\1, 0 failed/, `${scenario}\n${output}`);
      }
    } finally {
      bridge.close();
    }
  });

  it('the inspector lists and calls everything', async () => {
    const inspector = await installedTool(INSPECTOR);
    const inspect = async (...args: string[]) => {
      const server = [node, SERVER, '--mcp', '--session', 'inspected', '--store', bench.store];
      const output = await runCommand(node, [inspector, '--cli', ...server, '--method', ...args], {
        env: { ...process.env, ...NO_HOST },
      });
      return JSON.parse(output) as Record<string, unknown>;
    };
    const { tools } = await inspect('tools/list');
    const names = (tools as { name: string }[]).map(({ name }) => name);
    assert.deepEqual(names.toSorted(), [
      ...['add_task', 'read_plan', 'remove_task', 'update_plan'],
      ...['update_task_status', 'update_task_statuses', 'write_plan'],
    ]);
    const call = async (name: string, ...args: string[]) => {
      const given = args.flatMap((arg) => ['--tool-arg', arg]);
      const { isError, content } = await inspect('tools/call', '--tool-name', name, ...given);
      assert.notEqual(isError, true, JSON.stringify(content));
      return (content as { text: string }[])[0]?.text ?? '';
    };
    const steps = JSON.stringify([{ id: 'a', description: 'Look', status: 'pending' }]);
    await call('update_plan', 'expected_revision=0', `steps=${steps}`);
    const added = await call('add_task', 'content=Tell');
    const [id = ''] = /[0-9a-f]{8}/.exec(added) ?? [];
    await call('update_task_status', 'task_id=a', 'status=completed');
    const updates = JSON.stringify([{ task_id: id, status: 'in_progress' }]);
    await call('update_task_statuses', `updates=${updates}`);
    assert.match(await call('read_plan'), /1 completed, 1 in progress/);
    await call('remove_task', `task_id=${id}`);
    await call('write_plan', `items=${JSON.stringify([{ content: 'Anew' }])}`);
    const { resources } = await inspect('resources/list');
    for (const { uri } of resources as { uri: string }[]) {
      const { contents } = await inspect('resources/read', '--uri', uri);
      assert.match(JSON.stringify(contents), /Anew/);
    }
    for (const list of ['resources/templates/list', 'prompts/list']) await inspect(list);
  });
});
