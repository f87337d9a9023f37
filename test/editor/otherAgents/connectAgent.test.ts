import assert from 'node:assert/strict';
import { join } from 'node:path';
import { parse as parseToml } from 'smol-toml';
import { OTHER_AGENTS } from '../../../src/editor/otherAgents/agentConfigurations';
import { serverStart } from '../../../src/editor/otherAgents/serverStart';
import { McpBench, writePlan } from '../../server/mcpBench';
import { EXTENSION_FOLDER, MaintainedWorkbench } from '../commands/maintainedWorkbench';

const SERVER = '/ext/a "b"/dist/server.cjs';
const ARGS = [SERVER, '--mcp', '--store', 'sqlite:/home/me/ü b'];
const NODE = { command: 'node', args: ARGS, env: {} };
const EDITOR = { ELECTRON_RUN_AS_NODE: '1' };

/** What stands in the file of each agent; checked by hand against what the agents take. */
const GOLDEN: Record<string, object> = {
  'Claude Code': { mcpServers: { plans: { type: 'stdio', ...NODE, alwaysLoad: true } } },
  Codex: {
    mcp_servers: {
      plans: {
        ...{ command: 'node', args: ARGS },
        ...{ required: true, default_tools_approval_mode: 'approve' },
      },
    },
  },
  'Gemini CLI': { mcpServers: { plans: { ...NODE, trust: true } } },
  Cursor: { mcpServers: { plans: NODE } },
  'Copilot CLI': { mcpServers: { plans: { type: 'local', ...NODE, tools: ['*'] } } },
  'Qwen Code': { mcpServers: { plans: { ...NODE, trust: true, alwaysLoadTools: true } } },
  opencode: {
    mcp: {
      plans: { type: 'local', command: ['node', ...ARGS], environment: {}, enabled: true },
    },
  },
  Cline: { mcpServers: { plans: { ...NODE, disabled: false } } },
};

function parsed(file: string, text: string): object {
  return file.endsWith('.toml')
    ? (JSON.parse(JSON.stringify(parseToml(text))) as object)
    : (JSON.parse(text) as object);
}

describe('the configuration for another agent', () => {
  const store = { serverFile: SERVER, address: 'sqlite:/home/me/ü b', session: undefined };

  it('is what each of them takes', async () => {
    const start = await serverStart(store, () => Promise.resolve('v24.1.0\n'));
    const all = OTHER_AGENTS.map(({ name, file, configuration }) => [
      name,
      parsed(file, configuration(start)),
    ]);
    assert.deepEqual(Object.fromEntries(all), GOLDEN);
  });

  it('starts the server by the editor where there is no Node, or an old one', async () => {
    for (const version of ['', 'v20.18.9\n', 'v18.20.0\n', 'nonsense']) {
      const start = await serverStart(store, () => Promise.resolve(version));
      assert.deepEqual(start, { command: process.execPath, args: ARGS, env: EDITOR });
      for (const { file, configuration } of OTHER_AGENTS) {
        const text = JSON.stringify(parsed(file, configuration(start)));
        assert.ok(text.includes('"ELECTRON_RUN_AS_NODE":"1"'), file);
      }
    }
    for (const version of ['v20.19.0\n', 'v22.0.0\n']) {
      assert.equal((await serverStart(store, () => Promise.resolve(version))).command, 'node');
    }
  });

  describe('that is copied', () => {
    let bench: MaintainedWorkbench;
    beforeEach(async () => {
      bench = await new MaintainedWorkbench().load();
    });
    afterEach(() => bench.end());

    const argsOf = () => {
      const { mcpServers } = JSON.parse(bench.copied.at(-1) ?? '') as {
        mcpServers: { plans: { args: string[] } };
      };
      return mcpServers.plans.args;
    };

    it('has the store of this window, and starts a server that writes there', async function () {
      this.timeout(60_000);
      bench.type = () => ' release ';
      await bench.run('connectAgent');
      assert.deepEqual(argsOf(), [
        ...[join(EXTENSION_FOLDER, 'dist', 'server.cjs'), '--mcp'],
        ...['--store', `sqlite:${bench.plans.folder}`, '--session', 'release'],
      ]);
      assert.match(bench.messages.at(-1)?.text ?? '', /^Copied for Claude Code: .*\.mcp\.json/);
      const agents = new McpBench();
      try {
        const server = await agents.startWith(argsOf().slice(1));
        assert.equal((await writePlan(server, 0)).isError, false);
      } finally {
        await agents.dispose();
      }
      const snapshot = await bench.host.service.snapshot('mcp:release');
      assert.equal(snapshot?.plan?.revision, 1);
    });

    it('names the plan on the screen where that is of such an agent, and else none', async () => {
      bench.type = ({ value }) => value;
      bench.shown.key = 'mcp:nightly';
      await bench.run('connectAgent');
      assert.deepEqual(argsOf().slice(-2), ['--session', 'nightly']);
      bench.shown.key = 'vscode-chat-session://local/one';
      await bench.run('connectAgent');
      assert.ok(!argsOf().includes('--session'));
    });

    it('has the address of a server, and not its password', async () => {
      bench.chosen.push({ kind: 'postgres', url: 'postgres://ada:hidden@db.example/plans' });
      bench.type = () => 'release';
      await bench.run('connectAgent');
      assert.equal(argsOf()[3], 'postgres://ada@db.example/plans');
      const [copied = ''] = bench.copied;
      assert.match(copied, /"SESSION_PLANS_STORE_PASSWORD": "PASSWORD"/);
      assert.match(bench.messages[0]?.text ?? '', /put it where PASSWORD is/);
      assert.ok(!(copied + JSON.stringify(bench.messages)).includes('hidden'));
      bench.chosen.push({ kind: 'redis', url: 'redis://db.example' });
      await bench.run('connectAgent');
      assert.equal(argsOf()[3], 'redis://db.example');
      assert.match(bench.copied[1] ?? '', /"env": \{\}/);
    });

    it('is not where the person leaves, or plans are in memory', async () => {
      await bench.run('connectAgent');
      bench.choose = () => undefined;
      await bench.run('connectAgent');
      assert.deepEqual([bench.copied, bench.messages], [[], []]);
      await bench.keepInMemory();
      await bench.run('connectAgent');
      assert.match(bench.messages.at(-1)?.text ?? '', /in memory/);
    });
  });
});
