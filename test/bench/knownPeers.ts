import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WantedTool } from '../realAgents/installedTool';
import { DESCRIPTIONS } from './ordinaryPlan';

export type PeerCall = readonly [tool: string, args: object];

/** Another server that keeps lists, as it is started, and what replaces a list of twelve in it. */
export interface KnownPeer {
  readonly tool: WantedTool;
  /** It is no script for Node. */
  readonly isProgram?: true;
  readonly env?: (home: string) => Readonly<Record<string, string>>;
  /** What it wants in its folder before it starts. */
  readonly prepare?: (home: string, file: string) => void;
  /** Where the first list is made by other calls. */
  readonly make?: (mark: string, home: string) => readonly PeerCall[];
  readonly replace: (mark: string, home: string) => readonly PeerCall[];
}

function steps(mark: string): { title: string; description: string }[] {
  return DESCRIPTIONS.map((description, index) => ({
    ...{ title: `Step ${index + 1}`, description: `${description} ${mark}`.trim() },
  }));
}

/** The last text of a list with this mark. */
export function lastText(mark: string): string {
  return steps(mark).at(-1)?.description ?? '';
}

const taskMasterAdds: KnownPeer['replace'] = (mark, home) =>
  steps(mark).map((step) => ['add_task', { projectRoot: home, ...step }]);

export const KNOWN_PEERS: readonly KnownPeer[] = [
  {
    tool: {
      ...{ package: '@modelcontextprotocol/server-memory', version: '2026.8.31' },
      file: join('@modelcontextprotocol', 'server-memory', 'dist', 'index.js'),
    },
    env: (home) => ({ MEMORY_FILE_PATH: join(home, 'memory.json') }),
    replace: (mark) => {
      const entities = steps(mark).map(({ title, description }) => ({
        ...{ name: title, entityType: 'step', observations: [description] },
      }));
      return [
        ['delete_entities', { entityNames: entities.map(({ name }) => name) }],
        ['create_entities', { entities }],
      ];
    },
  },
  {
    tool: {
      ...{ package: '@kazuph/mcp-taskmanager', version: '1.1.1' },
      file: join('@kazuph', 'mcp-taskmanager', 'dist', 'index.js'),
    },
    env: (home) => ({ TASK_MANAGER_FILE_PATH: join(home, 'tasks.json') }),
    replace: (mark) => [
      ['request_planning', { originalRequest: 'Mend the tests', tasks: steps(mark) }],
    ],
  },
  {
    tool: {
      ...{ package: 'mcp-shrimp-task-manager', version: '1.0.21' },
      file: join('mcp-shrimp-task-manager', 'dist', 'index.js'),
    },
    env: (home) => ({ DATA_DIR: home, ENABLE_GUI: 'false', TEMPLATES_USE: 'en' }),
    replace: (mark) => {
      const tasks = steps(mark).map(({ title, description }) => ({
        ...{ name: title, description, implementationGuide: 'As it says.' },
      }));
      return [['split_tasks', { updateMode: 'overwrite', tasksRaw: JSON.stringify(tasks) }]];
    },
  },
  {
    // It takes no list: each of the twelve is a call, and a list is replaced by an edit of each.
    tool: {
      ...{ package: 'backlog.md', version: '1.52.0' },
      file: join(`backlog.md-${process.platform}-${process.arch}`, 'backlog'),
    },
    isProgram: true,
    prepare: (home, file) => {
      const args = ['init', 'bench', '--defaults', '--integration-mode', 'none', '--no-git'];
      execFileSync(file, args, { cwd: home, stdio: 'pipe' });
    },
    make: (mark) => steps(mark).map((step) => ['task_create', step]),
    replace: (mark) =>
      steps(mark).map((step, index) => ['task_edit', { id: `TASK-${index + 1}`, ...step }]),
  },
  {
    // Its lists come from a model; without one each of the twelve is a call, after one that removes those before.
    tool: {
      ...{ package: 'task-master-ai', version: '0.43.1' },
      file: join('task-master-ai', 'dist', 'mcp-server.js'),
    },
    env: () => ({ TASK_MASTER_TOOLS: 'all' }),
    prepare: (home) => {
      const folder = join(home, '.taskmaster');
      mkdirSync(folder);
      writeFileSync(join(folder, 'config.json'), '{ "global": { "anonymousTelemetry": false } }\n');
    },
    make: taskMasterAdds,
    replace: (mark, home) => [
      [
        'remove_task',
        { projectRoot: home, id: DESCRIPTIONS.map((_, at) => at + 1).join(), confirm: true },
      ],
      ...taskMasterAdds(mark, home),
    ],
  },
];
