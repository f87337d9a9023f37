import assert from 'node:assert/strict';
import { join } from 'node:path';
import { createPlanHost, type PlanHost } from '../../src/host/planHost';
import { attach } from '../../src/service/eventFeed';
import { step, update } from '../domain/planFixtures';
import { fakeLog } from '../support/fakeLog';
import { callTool, currentPlan, McpBench } from './mcpBench';
import type { ServerProcess } from './serverProcess';

const wasmFile = join(__dirname, '..', '..', 'dist', 'sql-wasm.wasm');
const SESSION = 'mcp:shared';
const CHANGES = 6;

describe('two servers and a window on one store', function () {
  this.timeout(60_000);
  let bench: McpBench;
  let window: PlanHost;
  beforeEach(() => {
    bench = new McpBench();
    window = createPlanHost({
      ...{ wasmFile, clock: { now: () => Date.now() }, log: fakeLog() },
      store: { kind: 'sqlite', folder: bench.folder },
    });
  });
  afterEach(async () => {
    await window.dispose();
    await bench.dispose();
  });

  /** Goes on from what is there whenever another one was faster. */
  async function changed(
    write: (revision: number) => Promise<boolean>,
    read: () => Promise<number>,
  ): Promise<void> {
    for (let done = 0; done < CHANGES;) if (await write(await read())) done += 1;
  }

  const byServer = (server: ServerProcess, who: string) =>
    changed(
      async (revision) => {
        const args = { expected_revision: revision, steps: [step(`${who}${revision}`)] };
        return !(await callTool(server, 'update_plan', args)).isError;
      },
      async () => (await currentPlan(server)).plan?.revision ?? 0,
    );

  it('[FC.21] loses no change, credits each to its writer, and each of them sees all', async () => {
    const servers = [
      await bench.start('one', ['--session', 'shared']),
      await bench.start('other', ['--session', 'shared']),
    ];
    const { service } = window;
    await byServer(servers[0]!, 'first');
    const seen: number[] = [];
    const attachment = await attach(service, SESSION, 0);
    const all = CHANGES * 4;
    const following = (async () => {
      for await (const item of attachment) {
        if (item.kind !== 'event' || item.event.type !== 'plan_updated') continue;
        if (seen.push(item.event.data.plan.revision) === all) return;
      }
    })();
    let calls = 0;
    const origin = { coworker: 'chat', configuration: { planning: true, subtasks: false } };
    await Promise.all([
      ...servers.map((server, index) => byServer(server, `server${index}-`)),
      changed(
        async (revision) => {
          const { isError } = await service.execute({
            ...{ kind: 'guest_call', session: SESSION, turn_id: 'window', origin },
            call_id: `w${(calls += 1)}`,
            command: update(revision, [step(`window-${revision}`)]),
          });
          return !isError;
        },
        async () => (await service.snapshot(SESSION))?.plan?.revision ?? 0,
      ),
    ]);
    await following;
    assert.deepEqual(
      seen,
      Array.from({ length: all }, (_, index) => index + 1),
    );
    const page = await service.events(SESSION, 0, 1_000);
    assert.ok(page.kind === 'events');
    const turns = new Map<string, number>();
    for (const event of page.events) {
      if (event.type !== 'plan_updated') continue;
      const { plan } = event.data;
      assert.equal(plan.call_id, event.call_id);
      const isWindow = plan.steps[0]?.id.startsWith('window');
      assert.equal(plan.turn_id === 'window', isWindow);
      turns.set(plan.turn_id, (turns.get(plan.turn_id) ?? 0) + 1);
    }
    assert.deepEqual([...turns.values()].toSorted(), [CHANGES * 2, CHANGES, CHANGES].toSorted());
    for (const server of servers) assert.equal((await currentPlan(server)).plan?.revision, all);
  });
});
