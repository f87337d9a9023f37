import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { callTool, currentPlan, introduced, NO_HOST, readResource } from '../server/mcpBench';
import { SERVER, ServerProcess } from '../server/serverProcess';
import { MountedDisks } from '../support/mountedDisk';
import { cacheFolder } from '../support/workbench/cacheFolder';
import { workbenchNode } from '../support/workbench/workbenchNode';
import type { BenchLine } from './benchResult';
import { KNOWN_PEERS, lastText } from './knownPeers';
import { startPeer } from './mcpPeers';
import { ordinaryPlan } from './ordinaryPlan';

const ROUNDS = 20;
const IMAGE_MB = 64;

/** A server that keeps its list on a disk which will lose its power. */
interface Keeper {
  readonly name: string;
  readonly server: ServerProcess;
  /** A change with this mark; it has been answered when this resolves. */
  readonly change: (mark: string) => Promise<void>;
  /** That change is on this disk. */
  readonly kept: (disk: string, mark: string) => Promise<boolean>;
}

type Start = (disk: string) => Promise<Keeper>;

/** The power goes right after the answer to a change: what is there when it comes back, here and with others. */
export async function measureMcpPowerCut(): Promise<BenchLine[]> {
  const { executable: node } = await workbenchNode(cacheFolder());
  const starts: Start[] = [
    (disk) => startOurs(disk, node),
    ...KNOWN_PEERS.map((peer) => async (disk: string): Promise<Keeper> => {
      const { name, server, replace } = await startPeer(peer, disk, node);
      const kept = (copy: string, mark: string) => Promise.resolve(isWritten(copy, lastText(mark)));
      return { name, server, change: replace, kept };
    }),
  ];
  const results: { name: string; count: number }[] = [];
  for (const start of starts) {
    const result = await keptOf(start);
    if (!result) {
      console.log('No disk can be mounted here, so nothing was cut off from its power.');
      return [];
    }
    results.push(result);
  }
  const [ours, ...others] = results;
  const total = `of ${ROUNDS}`;
  return [
    {
      name: 'MCP: answered changes that a power cut took',
      ...{ value: ROUNDS - (ours?.count ?? 0), unit: total, atMost: 0 },
      note: 'ext4; the disk as it was right after the answer',
    },
    ...others.map(({ name, count }) => ({
      name: `… of those of ${name}`,
      ...{ value: ROUNDS - count, unit: total },
    })),
  ];
}

/** How many of the changes were kept; undefined where this process may not mount a disk. */
async function keptOf(start: Start): Promise<{ name: string; count: number } | undefined> {
  const disks = new MountedDisks();
  try {
    const image = disks.makeImage(IMAGE_MB);
    const disk = image && disks.mountImage(image);
    if (!disk) return undefined;
    const { name, server, change, kept } = await start(disk);
    let count = 0;
    const isKept = async (mark: string) => {
      const copy = disks.copyImage(image);
      const after = disks.mountImage(copy);
      if (!after) throw new Error('The disk cannot be mounted any more.');
      try {
        return await kept(after, mark);
      } finally {
        disks.unmount(after);
        rmSync(copy);
      }
    };
    const settle = () => execFileSync('sync', ['-f', disk]);
    try {
      for (let round = 0; round < ROUNDS; round++) {
        // What was before is on the disk, so that each change is lost or kept by itself.
        settle();
        const mark = `cut${round}.`;
        await change(mark);
        if (await isKept(mark)) count += 1;
      }
      settle();
      if (!(await isKept(`cut${ROUNDS - 1}.`))) throw new Error(`${name} keeps it elsewhere.`);
    } finally {
      await server.dispose();
    }
    return { name, count };
  } finally {
    disks.dispose();
  }
}

async function startOurs(disk: string, node: string): Promise<Keeper> {
  const launch = (folder: string) => {
    const args = ['--mcp', '--store', `sqlite:${join(folder, 'plans')}`, '--session', 'cut'];
    return introduced(new ServerProcess(args, NO_HOST, SERVER, node), 'bench');
  };
  mkdirSync(join(disk, 'plans'));
  const server = await launch(disk);
  let revision = 0;
  const change = async (mark: string) => {
    const { expected_revision, steps } = ordinaryPlan(revision);
    const marked = steps.map((step) => ({ ...step, description: `${step.description} ${mark}` }));
    const input = { expected_revision, steps: marked };
    const { isError, content } = await callTool(server, 'update_plan', input);
    if (isError) throw new Error(content[0]?.text);
    revision += 1;
    server.heard.length = 0;
  };
  const kept = async (copy: string, mark: string) => {
    // The process that held the lock lives here, as none does after a power cut.
    rmSync(join(copy, 'plans', 'locks'), { recursive: true, force: true });
    const reader = await launch(copy);
    try {
      const { plan } = await currentPlan(reader);
      const text = await readResource(reader, 'plan://current.md');
      return plan?.revision === revision && text.includes(lastText(mark));
    } finally {
      await reader.dispose();
    }
  };
  return { name: 'ours', server, change, kept };
}

/** Also where it could not be read as what it was: others are given the benefit of the doubt. */
function isWritten(folder: string, text: string): boolean {
  return readdirSync(folder, { recursive: true, withFileTypes: true }).some(
    (entry) =>
      entry.isFile() && readFileSync(join(entry.parentPath, entry.name), 'utf8').includes(text),
  );
}
