import assert from 'node:assert/strict';
import { rmSync, truncateSync } from 'node:fs';
import type { PlanCommand } from '../../../src/domain/planCommand';
import { resultText, type ToolResult } from '../../../src/domain/toolResult';
import { digest } from '../../../src/host/digest';
import { attach, type FeedItem } from '../../../src/service/eventFeed';
import { PlanService } from '../../../src/service/planService';
import type { PlanStore } from '../../../src/service/planStore';
import { fakeClock } from '../../support/fakeClock';
import { fakeIds } from '../../support/fakeIds';
import { fakeProcess } from '../../support/fakeProcess';
import { withFreeRoom } from '../../support/grownSession';
import { errno, hookedFileSystem, type Hooks } from '../../support/hookedFileSystem';
import { MaintainedFolder } from '../../support/maintainedFolder';
import { rejectsWith } from '../../support/storeFixtures';

const KEY = 'vscode-chat-session://local/one';

describe('A plan whose store is in trouble', () => {
  let folder: MaintainedFolder;
  let hooks: Hooks;
  let service: PlanService;
  let calls = 0;
  beforeEach(() => {
    folder = new MaintainedFolder();
    hooks = {};
    service = serviceOver(folder.open({ fileSystem: hookedFileSystem(hooks) }));
  });
  afterEach(() => folder.dispose());

  function serviceOver(store: PlanStore): PlanService {
    const [clock, ids, process] = [fakeClock(), fakeIds(), fakeProcess()];
    const log = folder.log;
    return new PlanService({
      store: () => Promise.resolve(store),
      clock,
      digest,
      ids,
      process,
      log,
    });
  }

  function call(command: PlanCommand, by = service): Promise<ToolResult> {
    const call_id = `call-${String(++calls)}`;
    const origin = { coworker: 'chat', configuration: { planning: true, subtasks: false } };
    return by.execute({
      kind: 'guest_call',
      session: KEY,
      turn_id: 'turn-1',
      call_id,
      origin,
      command,
    });
  }

  const writing = (...contents: string[]): PlanCommand => ({
    name: 'write_plan',
    input: { items: contents.map((content, at) => ({ content, id: `step-${String(at)}` })) },
  });
  const reading: PlanCommand = { name: 'read_plan', input: {} };

  for (const [what, broken] of Object.entries({
    'whose disk fails': () => {
      hooks.before = ({ name }) => {
        if (name === 'open') throw errno('EIO');
      };
    },
    'whose file is damaged': () => {
      truncateSync(folder.file(KEY), 1_000);
      rmSync(folder.lastGood(KEY), { force: true });
    },
  })) {
    it(`[FC.7] ${what} is unavailable to every reader and writer, and never empty`, async () => {
      await call(writing('Look', 'Build'));
      const before = await service.snapshot(KEY);
      broken();
      // Another window, which has nothing in memory.
      const other = serviceOver(folder.open({ fileSystem: hookedFileSystem(hooks) }));
      for (const attempt of [
        () => other.snapshot(KEY),
        () => other.events(KEY, 0, 10),
        () => attach(other, KEY),
        () => call(reading, other),
        () => call(writing('Anew'), other),
        () => call({ name: 'add_task', input: { content: 'More' } }, other),
        () => call({ name: 'update_plan', input: { expected_revision: 0, steps: [] } }, other),
      ])
        await rejectsWith(attempt(), 'store_unavailable');
      if (hooks.before === undefined) return;
      hooks.before = () => undefined;
      assert.deepEqual(await other.snapshot(KEY), before);
      assert.match(resultText(await call(reading, other)), /Build/);
    });
  }

  it('[FC.7] that is written over without a revision says what is gone, and can be had again', async () => {
    await call(writing('Look', 'Build', 'Test'));
    const before = (await service.snapshot(KEY))?.plan;
    const items = [{ content: 'Something else' }];
    const answer = resultText(await call({ name: 'write_plan', input: { items } }));
    assert.match(answer, /3 unfinished steps of the previous plan/);
    for (const gone of ['Look', 'Build', 'Test']) assert.ok(answer.includes(`- ${gone}`), answer);
    assert.match(answer, /revision 1 still holds them/);
    // Its log has the whole plan, and so has the copy, which a person can bring back.
    const page = await service.events(KEY, 0, 10);
    assert.ok(page.kind === 'events');
    const plans = page.events.flatMap((event) =>
      event.type === 'plan_updated' ? [event.data.plan] : [],
    );
    assert.deepEqual(plans[0], before);
    const { maintenance } = folder;
    await maintenance.restoreCopy(await maintenance.offerCopy(KEY));
    assert.deepEqual((await service.snapshot(KEY))?.plan?.steps, before?.steps);
  });

  it('[DP.81] stays through compaction, of the conversation and of the store, for whoever attaches again', async () => {
    // Long enough for a history that is sealed, and for room to give back.
    await call(writing('Look', 'Build', 'Test'));
    for (let at = 0; at < 90; at++) {
      const status = at % 2 === 0 ? 'in_progress' : 'pending';
      await call({ name: 'update_task_status', input: { task_id: 'step-0', status } });
    }
    await withFreeRoom(folder.open(), KEY);
    const before = await service.snapshot(KEY);
    const text = resultText(await call(reading));
    const version = before?.version ?? 0;
    const feed = await attach(service, KEY, version - 5);
    const heard: FeedItem[] = [];
    const listening = (async () => {
      for await (const item of feed) if (heard.push(item) === 6) return;
    })();
    const { bytesBefore, bytesAfter } = await folder.maintenance.compact(KEY);
    assert.ok(bytesAfter < bytesBefore, 'there was nothing to compact');
    // A new process, and a model that has forgotten what was said.
    const restarted = serviceOver(folder.open());
    assert.deepEqual(await restarted.snapshot(KEY), before);
    assert.equal(resultText(await call(reading, restarted)), text);
    const again = await attach(restarted, KEY, version - 1);
    assert.deepEqual(again.snapshot, before);
    again.dispose();
    await call({ name: 'update_task_status', input: { task_id: 'step-1', status: 'completed' } });
    await listening;
    assert.deepEqual(
      heard.map((item) => (item.kind === 'event' ? item.event.sequence : item.kind)),
      [4, 3, 2, 1, 0, -1].map((back) => version - back),
    );
    assert.equal((await restarted.snapshot(KEY))?.plan?.steps[1]?.status, 'completed');
  });
});
