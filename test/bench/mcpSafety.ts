import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  callTool,
  currentPlan,
  introduced,
  NO_HOST,
  readResource,
  type CallResult,
} from '../server/mcpBench';
import { runServer, SERVER, ServerProcess } from '../server/serverProcess';
import { cacheFolder } from '../support/workbench/cacheFolder';
import { workbenchNode } from '../support/workbench/workbenchNode';
import type { BenchLine } from './benchResult';
import { ordinaryPlan } from './ordinaryPlan';

const KILLS = 20;
/** Asked for at once; one of them is the last that is answered. */
const BURST = 12;
const CHANGES = 50;
const ADDED = 12;

/** What is lost when our server is killed, and where two clients write at once. */
export async function measureMcpSafety(): Promise<BenchLine[]> {
  const place = await Place.make();
  try {
    return [
      ...(await killed(place)),
      await ownSessions(place),
      await sharedList(place),
      await wholeLists(place),
    ];
  } finally {
    await place.dispose();
  }
}

/** A folder, and the servers over it. */
class Place {
  readonly #folder = mkdtempSync(join(tmpdir(), 'sp-safety-'));
  readonly #launched: ServerProcess[] = [];
  readonly #node: string;

  private constructor(node: string) {
    this.#node = node;
  }

  static async make(): Promise<Place> {
    return new Place((await workbenchNode(cacheFolder())).executable);
  }

  get store(): string {
    return `sqlite:${join(this.#folder, 'plans')}`;
  }

  launch(session: string): Promise<ServerProcess> {
    const args = ['--mcp', '--store', this.store, '--session', session];
    const server = new ServerProcess(args, NO_HOST, SERVER, this.#node);
    this.#launched.push(server);
    return introduced(server, 'bench');
  }

  two(one: string, other: string): Promise<ServerProcess[]> {
    return Promise.all([this.launch(one), this.launch(other)]);
  }

  async dispose(): Promise<void> {
    await Promise.all(this.#launched.map((server) => server.dispose()));
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** In the middle of calls, a little later each time. */
async function killed(place: Place): Promise<BenchLine[]> {
  let [answered, lost, unreadable, revision] = [0, 0, 0, 0];
  for (let round = 0; round < KILLS; round++) {
    const server = await place.launch('killed');
    const ids = Array.from({ length: BURST }, (_, at) => {
      const input = ordinaryPlan(revision + at);
      return server.send('tools/call', { name: 'update_plan', arguments: input });
    });
    await server.until(({ id }) => id === ids[round % BURST]);
    server.child.kill('SIGKILL');
    await server.ended;
    const done = server.heard.filter(
      ({ id, result }) => ids.includes(Number(id)) && result?.['isError'] === false,
    ).length;
    answered += done;
    const reader = await place.launch('killed');
    try {
      const { plan } = await currentPlan(reader);
      const there = plan?.revision ?? 0;
      lost += Math.max(0, revision + done - there);
      revision = there;
    } catch {
      unreadable += 1;
    }
    await reader.dispose();
  }
  const { code, stdout } = await runServer(['verify', '--all', '--store', place.store]);
  if (code !== 0) unreadable += 1;
  const [, summary = stdout] = /^(\d+ verified.*)$/m.exec(stdout) ?? [];
  return [
    {
      name: `MCP: answered changes lost, server killed ${KILLS} times in the middle of calls`,
      ...{ value: lost, unit: `of ${answered}`, atMost: 0 },
    },
    {
      name: '… plans that could not be read then',
      ...{ value: unreadable, unit: `of ${KILLS}`, atMost: 0, note: summary },
    },
  ];
}

async function ownSessions(place: Place): Promise<BenchLine> {
  const servers = await place.two('one', 'other');
  let refused = 0;
  await Promise.all(
    servers.map(async (server) => {
      for (let revision = 0; revision < CHANGES; revision++) {
        if ((await written(server, revision)).isError) refused += 1;
      }
    }),
  );
  let there = 0;
  for (const session of ['one', 'other']) {
    const { plan } = await currentPlan(await place.launch(session));
    there += plan?.revision ?? 0;
  }
  return atOnce('a list each', 2 * CHANGES, there, refused);
}

/** Both add steps to one list, and report on them: those tools need no revision. */
async function sharedList(place: Place): Promise<BenchLine> {
  const servers = await place.two('both', 'both');
  let refused = 0;
  const count = ({ isError }: CallResult) => (refused += isError ? 1 : 0);
  await Promise.all(
    servers.map(async (server, who) => {
      for (let at = 0; at < ADDED; at++) {
        const added = await callTool(server, 'add_task', { content: textOf(who, at) });
        count(added);
        const [task_id = ''] = /\b[0-9a-f]{8}\b/.exec(added.content[0]?.text ?? '') ?? [];
        const done = { task_id, status: 'completed' };
        count(await callTool(server, 'update_task_status', done));
      }
    }),
  );
  const lines = (await readResource(await place.launch('both'), 'plan://current.md')).split('\n');
  const expected = [0, 1].flatMap((who) =>
    Array.from({ length: ADDED }, (_, at) => `- [x] ${textOf(who, at)}`),
  );
  // A step that is there and not done has lost one change, and one that is not there both.
  const kept = expected.map((line) => {
    if (lines.includes(line)) return 2;
    return lines.includes(line.replace('[x]', '[ ]')) ? 1 : 0;
  });
  const there = kept.reduce((sum: number, changes) => sum + changes, 0);
  return atOnce('one list, step by step', 4 * ADDED, there, refused);
}

function textOf(who: number, at: number): string {
  return `Step ${at} of client ${who}`;
}

/** Both replace one list; who was refused starts from the revision that the refusal tells. */
async function wholeLists(place: Place): Promise<BenchLine> {
  const servers = await place.two('whole', 'whole');
  let [again, done] = [0, 0];
  await Promise.all(
    servers.map(async (server) => {
      let revision = 0;
      for (let at = 0; at < CHANGES;) {
        const { isError, structuredContent } = await written(server, revision);
        revision = Number(structuredContent['revision']);
        if (isError) again += 1;
        else {
          at += 1;
          done += 1;
        }
      }
    }),
  );
  const { plan } = await currentPlan(await place.launch('whole'));
  const line = atOnce('one list, replaced', done, plan?.revision ?? 0, 0);
  return { ...line, note: `${line.note}; ${again} were based on what was no more, and done again` };
}

function atOnce(
  what: string,
  total: number,
  there: number,
  refused: number,
): BenchLine & { readonly note: string } {
  return {
    name: `MCP: two clients at once, ${what}: changes lost or refused`,
    ...{ value: Math.max(0, total - there) + refused, unit: `of ${total}`, atMost: 0 },
    note: `${there} there, ${refused} refused`,
  };
}

async function written(server: ServerProcess, revision: number): Promise<CallResult> {
  const result = await callTool(server, 'update_plan', ordinaryPlan(revision));
  server.heard.length = 0;
  return result;
}
