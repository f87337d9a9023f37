import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import esbuild from 'esbuild';
import { NO_HOST, callTool, currentPlan, introduced } from '../server/mcpBench';
import { SERVER, ServerProcess } from '../server/serverProcess';
import { cacheFolder } from '../support/workbench/cacheFolder';
import { workbenchNode } from '../support/workbench/workbenchNode';
import type { BenchLine } from './benchResult';
import { startPeers } from './mcpPeers';
import { ordinaryPlan } from './ordinaryPlan';
import { median } from './statistics';

const HISTORY = 400;
const ROUNDS = 40;
const WARM = 10;
const STARTS = 7;

/** Our server for agents beside a bare one, and beside others that keep lists of tasks. */
export async function measureMcp(): Promise<BenchLine[]> {
  const folder = mkdtempSync(join(tmpdir(), 'sp-mcp-'));
  const { executable: node } = await workbenchNode(cacheFolder());
  const store = `sqlite:${join(folder, 'plans')}`;
  const launched: ServerProcess[] = [];
  const launch = async (args: readonly string[], file = SERVER) => {
    const server = new ServerProcess(args, NO_HOST, file, node);
    launched.push(server);
    return introduced(server, 'bench');
  };
  try {
    const bareFile = join(folder, 'bare.cjs');
    const bundle = { entryPoints: [join(__dirname, 'bareMcpServer.ts')], outfile: bareFile };
    await esbuild.build({ ...bundle, bundle: true, platform: 'node', format: 'cjs' });
    const bare = await launch([folder], bareFile);
    const floor = () => timed(() => callTool(bare, 'write'));
    const sessions = ['--mcp', '--store', store, '--session'];

    const created: [number, number][] = [];
    const many = await launch(['--mcp', '--store', store]);
    for (let round = -WARM; round < ROUNDS; round++) {
      // As a host that names a conversation with each call: a new session in a server that is warm.
      const ours = await timed(() => wrote(many, 0, { threadId: `new-${round}` }));
      const theirs = await floor();
      if (round >= 0) created.push([ours, theirs]);
    }
    const server = await launch([...sessions, 'long']);
    for (let revision = 0; revision < HISTORY; revision++) await wrote(server, revision);
    const memory = residentMegabytes(server.child.pid);
    const peers = await startPeers(folder, node);
    launched.push(...peers.map((peer) => peer.server));
    const [changed, replaced]: [number, number][][] = [[], []];
    const others = peers.map((peer) => ({ ...peer, times: [] as number[] }));
    let { revision = 0 } = (await currentPlan(server)).plan ?? {};
    for (let round = 0; round < ROUNDS; round++) {
      const status = round % 2 === 0 ? 'completed' : 'in_progress';
      const change = () =>
        callTool(server, 'update_task_status', { task_id: 'step-1', status: status });
      changed!.push([await timed(change), await floor()]);
      ({ revision = 0 } = (await currentPlan(server)).plan ?? {});
      const ours = await timed(() => wrote(server, revision));
      replaced!.push([ours, await floor()]);
      for (const { replace, times } of others)
        times.push(await timed(() => replace(`round${round}`)));
    }
    const cold = await coldStarts(node, launch, [...sessions, 'long']);
    const ratio = (name: string, pairs: readonly [number, number][], atMost: number): BenchLine => {
      const [ours, theirs] = [0, 1].map((side) => median(pairs.map((pair) => pair[side]!)));
      const note = `${ours!.toFixed(2)} against ${theirs!.toFixed(2)} ms, n ${pairs.length}`;
      return { name, value: ours! / theirs!, unit: 'times', atMost, note };
    };
    const ours = median(replaced!.map(([time]) => time));
    return [
      ratio('MCP: plan of 12 made, against a bare server that writes 100 KB', created, 2),
      ratio(`… one status at ${HISTORY} revisions, against it`, changed!, 2.5),
      ratio('… the whole list replaced, against it', replaced!, 2),
      ...others.map(({ name, times, calls }) => ({
        name: `… against ${name}`,
        ...{ value: ours / median(times), unit: 'times', atMost: 1 },
        note: `${median(times).toFixed(2)} ms there, without fsync${calls > 1 ? `, in ${calls} calls` : ''}`,
      })),
      {
        name: 'MCP: start to the first answer of a tool, Node 24',
        ...{ value: median(cold.ours), unit: 'ms', atMost: 150 },
        note: `n ${STARTS}; Node that does nothing ${median(cold.node).toFixed(0)} ms`,
      },
      {
        name: `MCP: memory after ${HISTORY} changes`,
        ...{ value: memory, unit: 'MB', atMost: 110 },
      },
    ];
  } finally {
    await Promise.all(launched.map((server) => server.dispose()));
    rmSync(folder, { recursive: true, force: true });
  }
}

async function wrote(server: ServerProcess, revision: number, meta?: object): Promise<void> {
  const plan = ordinaryPlan(revision);
  const { isError, content } = await callTool(server, 'update_plan', plan, meta);
  if (isError) throw new Error(content[0]?.text);
  server.heard.length = 0;
}

async function coldStarts(
  node: string,
  launch: (args: readonly string[]) => Promise<ServerProcess>,
  args: readonly string[],
): Promise<{ ours: number[]; node: number[] }> {
  const times: { ours: number[]; node: number[] } = { ours: [], node: [] };
  // The first one of a machine compiles what later ones find.
  for (let start = -1; start < STARTS; start++) {
    const started = performance.now();
    const server = await launch(args);
    await callTool(server, 'read_plan');
    const took = performance.now() - started;
    server.child.stdin.end();
    await server.ended;
    const bare = await timed(() => once(spawn(node, ['-e', '0']), 'exit'));
    if (start >= 0) {
      times.ours.push(took);
      times.node.push(bare);
    }
  }
  return times;
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

/** As the system counts it; where it does not say, `ps` does. */
function residentMegabytes(pid = 0): number {
  if (process.platform !== 'linux')
    return Number(spawnSync('ps', ['-o', 'rss=', '-p', String(pid)]).stdout) / 1024;
  const [, kilobytes = '0'] =
    /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}
