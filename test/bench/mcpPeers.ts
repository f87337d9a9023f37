import { join } from 'node:path';
import { callTool, introduced, NO_HOST } from '../server/mcpBench';
import { ServerProcess } from '../server/serverProcess';
import { installedTool } from '../realAgents/installedTool';
import { DESCRIPTIONS } from './ordinaryPlan';

export interface McpPeer {
  readonly name: string;
  readonly server: ServerProcess;
  /** Puts a list of twelve in the place of the one before, or, where that cannot be, beside it. */
  readonly replace: () => Promise<void>;
}

const TASKS = DESCRIPTIONS.map((description, index) => ({
  title: `Step ${index + 1}`,
  description,
}));
const ENTITIES = TASKS.map(({ title, description }) => ({
  ...{ name: title, entityType: 'step', observations: [description] },
}));

const KNOWN = [
  {
    tool: {
      ...{ package: '@modelcontextprotocol/server-memory', version: '2026.8.31' },
      file: join('@modelcontextprotocol', 'server-memory', 'dist', 'index.js'),
    },
    variable: 'MEMORY_FILE_PATH',
    calls: [
      ['delete_entities', { entityNames: ENTITIES.map(({ name }) => name) }],
      ['create_entities', { entities: ENTITIES }],
    ],
  },
  {
    tool: {
      ...{ package: '@kazuph/mcp-taskmanager', version: '1.1.1' },
      file: join('@kazuph', 'mcp-taskmanager', 'dist', 'index.js'),
    },
    variable: 'TASK_MANAGER_FILE_PATH',
    calls: [['request_planning', { originalRequest: 'Mend the tests', tasks: TASKS }]],
  },
] as const;

/** Other servers that keep lists, warm; those that take a whole list in a call or two, without a model or a project. */
export function startPeers(folder: string, node: string): Promise<McpPeer[]> {
  return Promise.all(
    KNOWN.map(async ({ tool, variable, calls }): Promise<McpPeer> => {
      const env = { ...NO_HOST, [variable]: join(folder, `${variable}.json`) };
      const server = new ServerProcess([], env, await installedTool(tool), node);
      await introduced(server, 'bench');
      const replace = async () => {
        for (const [name, args] of calls) {
          const { isError, content } = await callTool(server, name, args);
          if (isError) throw new Error(`${tool.package}: ${content[0]?.text ?? ''}`);
        }
        server.heard.length = 0;
      };
      await replace();
      return { name: tool.package, server, replace };
    }),
  );
}
