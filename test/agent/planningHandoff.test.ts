import assert from 'node:assert/strict';
import type { ModelRequest } from '../../src/agent/modelRequest';
import { createPlanning, type Planning, type RunContext } from '../../src/agent/planning';
import { stripTail } from '../../src/agent/requestShaper';
import { resultText } from '../../src/domain/toolResult';
import { createMemoryStore } from '../../src/stores/memoryStore';
import { asked, called, fakeRuntime, lastParts, requestOf, textOf } from './agentFixtures';

const runtime = fakeRuntime();

/** A model under a name, which keeps the requests that it was sent. */
function fakeModel(name: string) {
  const requests: ModelRequest[] = [];
  return {
    name,
    requests,
    ask: async (request: ModelRequest) => {
      requests.push(request);
      return `Answer of ${name}`;
    },
  };
}

const ITEMS = [
  { content: 'Read the test', id: 'read', status: 'completed' },
  { content: 'Mend the clock', id: 'mend' },
];

/** A planner that only writes plans, and an executor that only moves steps, over one store. */
async function handedOff() {
  const store = createMemoryStore();
  const planner: Planning<RunContext> = createPlanning(
    { store, tools: ['write_plan', 'read_plan'] },
    runtime,
  );
  const executor: Planning<RunContext> = createPlanning(
    { store, tools: ['update_task_status', 'read_plan'] },
    runtime,
  );
  const [large, small] = [fakeModel('large'), fakeModel('small')];
  const planning = {};
  const run = await planner.forRun(planning);
  await run.wrapRequest(planning, requestOf(asked('Plan the repair')), large.ask);
  await called(planner, planning, 'c1', 'write_plan', { items: ITEMS });
  await run.end('completed');
  const executing = {};
  await executor.forRun(executing);
  const prompt = requestOf(asked('Carry out the plan'));
  await executor.wrapRequest(executing, prompt, small.ask);
  return { store, planner, executor, executing, prompt, large, small };
}

describe('A plan that is handed from a planner to an executor', () => {
  it('[PT.74] goes through the store that both share', async () => {
    const { store, executor, executing } = await handedOff();
    const input = { task_id: 'mend', status: 'in_progress' };
    const result = await called(executor, executing, 'c2', 'update_task_status', input);
    assert.equal(result.isError, false, resultText(result));
    const plan = (await store.load('default'))?.record.plan;
    assert.deepEqual(
      plan?.steps.map(({ id, status }) => [id, status]),
      [
        ['read', 'completed'],
        ['mend', 'in_progress'],
      ],
    );
  });

  it('[PT.75] is all that the first request of the executor has beside its prompt', async () => {
    const { prompt, small } = await handedOff();
    const [first, ...more] = small.requests;
    assert.deepEqual(more, []);
    assert.ok(first);
    assert.deepEqual(stripTail(first), prompt);
    assert.deepEqual(
      lastParts(first).map(({ kind }) => kind),
      ['text', 'cache_marker', 'text'],
    );
    assert.match(textOf(first), /1\. \[x\] Read the test\n2\. \[ \] Mend the clock\n\(1\/2/);
  });

  it('[PT.76] may have another model at each end', async () => {
    const { large, small } = await handedOff();
    assert.deepEqual(
      [large, small].map(({ name, requests }) => [name, requests.length]),
      [
        ['large', 1],
        ['small', 1],
      ],
    );
    assert.doesNotMatch(textOf(large.requests[0]!), /current_plan/);
  });

  it('[PT.77] is open to whoever has a tool that writes: nothing makes it read-only', async () => {
    const { planner, executor, executing, store } = await handedOff();
    // Each has the tools of its own configuration, whichever run made the session.
    const refused = await called(executor, executing, 'c2', 'write_plan', { items: [] });
    assert.match(resultText(refused), /^ERROR: .*not switched on/);
    const again = {};
    await planner.forRun(again);
    const result = await called(planner, again, 'c3', 'write_plan', { items: ITEMS.slice(1) });
    assert.equal(result.isError, false);
    assert.equal((await store.load('default'))?.record.plan?.revision, 2);
  });
});
