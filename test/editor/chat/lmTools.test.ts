import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { PlanError } from '../../../src/domain/planError';
import type { SessionConfiguration } from '../../../src/domain/session';
import type { registerLmTools } from '../../../src/editor/chat/lmTools';
import { createMemoryStore } from '../../../src/stores/memoryStore';
import { allTools } from '../../../src/tools/allTools';
import { openBench } from '../../service/serviceFixtures';
import { VALID_INPUTS } from '../../tools/toolFixtures';
import { fakeVscode } from '../../support/fakeVscode';
import { loadWithVscode } from '../../support/loadWithVscode';

const CHAT = { scheme: 'chat', path: 'one' };
const PLAN = {
  expected_revision: 0,
  steps: [{ id: 'a', description: 'Read the helpers', status: 'pending' }],
};

const OFFERED: SessionConfiguration = { planning: true, subtasks: false };

async function openTools(configuration: () => SessionConfiguration = () => OFFERED) {
  const { vscode, registered } = fakeVscode();
  const module = await loadWithVscode<{ registerLmTools: typeof registerLmTools }>(
    'src/editor/chat/lmTools.ts',
    vscode,
  );
  const bench = openBench(createMemoryStore());
  const shown: string[] = [];
  const mirrored: unknown[] = [];
  const { service, clock, log } = bench;
  module.registerLmTools(allTools, {
    service,
    clock,
    log,
    ids: { uuid: randomUUID },
    configuration,
    mirror: { called: (key, token) => void mirrored.push([key, token]) },
    current: {
      called: (key: string) => void shown.push(key),
      recheck: () => void shown.push('recheck'),
    } as never,
  });
  const call = async (name: string, input: unknown, cancelled = false) => {
    const tool = registered.get(name);
    assert.ok(tool, name);
    const options = { input, toolInvocationToken: { sessionResource: CHAT } };
    const answer = await tool.invoke(options, { isCancellationRequested: cancelled });
    return { text: answer.content.map(({ value }) => value).join(''), hasError: answer.hasError };
  };
  return { bench, registered, shown, mirrored, call };
}

describe('a tool of the editor', () => {
  it('answers with the text of the result, and marks refusals as errors', async () => {
    const { call } = await openTools();
    const accepted = await call('update_plan', PLAN);
    assert.match(accepted.text, /^Plan revision 1: 1 step, 0 completed\./);
    assert.equal(accepted.hasError, undefined);
    for (const input of [PLAN, { expected_revision: 1 }, { expected_revision: 1, steps: [{}] }]) {
      const refused = await call('update_plan', input);
      assert.match(refused.text, /^ERROR: /);
      assert.equal(refused.hasError, true);
    }
  });

  it('lets the list of the editor follow when it was answered, with the token of the call', async () => {
    const { call, mirrored } = await openTools();
    await call('update_plan', PLAN);
    await call('update_plan', PLAN);
    assert.deepEqual(mirrored, Array(2).fill(['chat:one', { sessionResource: CHAT }]));
    await assert.rejects(call('update_plan', { ...PLAN, expected_revision: 1 }, true));
    assert.equal(mirrored.length, 2);
  });

  it('[DP.43] refuses input of any depth like other input of the wrong shape', async () => {
    const { registered, call } = await openTools();
    const deep: unknown = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
    registered.get('update_plan')?.prepareInvocation({ input: deep });
    const { text } = await call('update_plan', deep);
    assert.match(text, /^ERROR: The input does not fit update_plan.*\n- input: .*an array\n/);
  });

  it('[DP.89] ends as cancelled, with nothing changed, when Stop was pressed before the commit', async () => {
    const { bench, call } = await openTools();
    await assert.rejects(call('update_plan', PLAN, true), { name: 'Canceled' });
    assert.equal((await bench.stored('chat:one')).loaded, undefined);
  });

  it('[FC.9] fails without a path or cause in its words, and the log has both', async () => {
    const { bench, call } = await openTools();
    const cause = new PlanError('store_unavailable', 'EIO at /home/me/plans/x.sqlite', {
      details: { location: '/home/me/plans/x.sqlite' },
    });
    bench.store.faults.beforeLoad = () => {
      throw cause;
    };
    await assert.rejects(call('update_plan', PLAN), (error: Error) => {
      assert.doesNotMatch(error.message, /home|EIO|sqlite/);
      assert.match(error.message, /storage is not available/);
      return true;
    });
    assert.ok(bench.log.entries.some(({ error }) => error === cause));
  });

  it('says no more than "internal error" about a bug, and the log has its stack', async () => {
    const { bench, call } = await openTools();
    const bug = new TypeError('x is not a function');
    bench.store.faults.beforeLoad = () => {
      throw bug;
    };
    await assert.rejects(call('read_plan', {}), /internal error/);
    assert.ok(bench.log.entries.some(({ error }) => error === bug));
  });

  it('shows its chat also when the plan cannot be read, but not when there is no chat', async () => {
    const { bench, call, shown, registered } = await openTools();
    bench.store.faults.beforeLoad = () => {
      throw new PlanError('store_unavailable', 'gone');
    };
    await assert.rejects(call('read_plan', {}));
    assert.deepEqual(shown, ['chat:one', 'recheck']);
    const answer = await registered
      .get('read_plan')
      ?.invoke({ input: {} }, { isCancellationRequested: false });
    assert.match(answer?.content[0]?.value ?? '', /^ERROR: .*MCP server/);
    assert.equal(shown.length, 2);
  });

  it('is refused as disabled when planning is off', async () => {
    const { call, shown } = await openTools(() => ({ ...OFFERED, planning: false }));
    const { text, hasError } = await call('update_plan', PLAN);
    assert.match(text, /^ERROR: .*disabled/);
    assert.equal(hasError, true);
    assert.deepEqual(shown, []);
  });

  it('is refused where the settings do not offer it, and changes nothing', async () => {
    const offered = { ...OFFERED, tools: ['read_plan', 'add_subtask'] };
    const { bench, call, shown } = await openTools(() => offered);
    for (const tool of allTools) {
      if (tool.name === 'read_plan') continue;
      const { text, hasError } = await call(tool.name, VALID_INPUTS[tool.name]);
      assert.match(text, /^ERROR: .*not switched on here\. Nothing was changed/, tool.name);
      assert.equal(hasError, true);
    }
    assert.equal((await bench.stored('chat:one')).loaded, undefined);
    assert.deepEqual(shown, []);
    assert.equal((await call('read_plan', {})).hasError, undefined);
  });

  it('goes by the settings of the moment, also in a chat that is there already', async () => {
    let configuration = OFFERED;
    const { bench, call } = await openTools(() => configuration);
    const steps = ['a', 'b'].map((content) => ({ content, id: content }));
    await call('write_plan', { items: steps });
    const start = async (id: string) =>
      call('update_task_status', { task_id: id, status: 'in_progress' });
    const linked = { items: [...steps, { content: 'c', parent_id: 'a' }] };
    assert.match((await call('write_plan', linked)).text, /^ERROR: [^]*needs subtasks/);
    assert.equal((await start('a')).hasError, undefined);
    configuration = { planning: true, subtasks: true, single_in_progress: 'strict' };
    assert.match((await start('b')).text, /^ERROR: /);
    assert.equal((await call('write_plan', linked)).hasError, undefined);
    const parent = (await bench.plan('chat:one'))?.steps[2]?.parent_id;
    assert.equal(parent, 'a');
    configuration = { ...OFFERED, tools: [] };
    assert.match((await start('b')).text, /^ERROR: .*not switched on/);
  });

  it('says while it runs whether it reads or writes, for each of the ten', async () => {
    const { registered } = await openTools();
    const messages = allTools.map(
      ({ name }) => registered.get(name)?.prepareInvocation({ input: {} }).invocationMessage,
    );
    const reading = allTools
      .map(({ name }) => name)
      .filter((_, place) => messages[place] === 'Reading the plan');
    assert.deepEqual(reading, ['read_plan', 'get_available_tasks']);
    assert.equal(messages.filter((text) => text === 'Updating the plan').length, 8);
  });

  it('asks for no confirmation and shows no text of the model while it runs', async () => {
    const { registered } = await openTools();
    for (const [, tool] of registered) {
      const prepared = tool.prepareInvocation({ input: { explanation: '<b>hostile</b>' } });
      assert.deepEqual(Object.keys(prepared), ['invocationMessage']);
      assert.doesNotMatch(prepared.invocationMessage ?? '', /hostile/);
    }
  });
});
