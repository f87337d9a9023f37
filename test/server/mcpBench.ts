import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { step } from '../domain/planFixtures';
import { ServerProcess } from './serverProcess';

export interface CallResult {
  readonly isError: boolean;
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent: Record<string, unknown>;
}

/** What an agent may have in its environment must not name a conversation for the tests. */
export const NO_HOST = {
  ...{ CLAUDE_CODE_SESSION_ID: '', COPILOT_AGENT_SESSION_ID: '', QWEN_CODE_SESSION_ID: '' },
};

/** Servers for agents, each a process, over one folder. */
export class McpBench {
  readonly folder = mkdtempSync(join(tmpdir(), 'session-plans-mcp-'));
  readonly #running: ServerProcess[] = [];

  get store(): string {
    return `sqlite:${this.folder}`;
  }

  /** Before its client has said who it is. */
  launch(args: readonly string[] = [], env: Record<string, string> = {}): ServerProcess {
    const all = ['--mcp', '--store', this.store, ...args];
    const server = new ServerProcess(all, { ...NO_HOST, ...env });
    this.#running.push(server);
    return server;
  }

  start(
    client = 'lab',
    args: readonly string[] = [],
    env: Record<string, string> = {},
  ): Promise<ServerProcess> {
    return introduced(this.launch(args, env), client);
  }

  /** With these arguments alone. */
  startWith(args: readonly string[]): Promise<ServerProcess> {
    const server = new ServerProcess(args, NO_HOST);
    this.#running.push(server);
    return introduced(server, 'lab');
  }

  async dispose(): Promise<void> {
    await Promise.all(this.#running.splice(0).map((server) => server.dispose()));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** Once its client has said who it is. */
export async function introduced(server: ServerProcess, client: string): Promise<ServerProcess> {
  await server.result('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: client, version: '1' },
  });
  server.notify('notifications/initialized');
  return server;
}

export function callTool(
  server: ServerProcess,
  name: string,
  args?: unknown,
  meta?: object,
): Promise<CallResult> {
  return server.result<CallResult>('tools/call', {
    ...{ name, ...(args !== undefined && { arguments: args }) },
    ...(meta && { _meta: meta }),
  });
}

/** One step over whatever was there at this revision. */
export function writePlan(
  server: ServerProcess,
  revision: number,
  meta?: object,
): Promise<CallResult> {
  const args = { expected_revision: revision, steps: [step('a')] };
  return callTool(server, 'update_plan', args, meta);
}

export async function readResource(server: ServerProcess, uri: string): Promise<string> {
  const { contents } = await server.result<{ contents: { text: string }[] }>('resources/read', {
    uri,
  });
  return contents[0]?.text ?? '';
}

export async function currentPlan(server: ServerProcess): Promise<{
  sessionId: string;
  coworker?: string;
  plan: { revision: number } | null;
}> {
  return JSON.parse(await readResource(server, 'plan://current')) as Awaited<
    ReturnType<typeof currentPlan>
  >;
}
