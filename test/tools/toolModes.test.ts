import assert from 'node:assert/strict';
import { toConfiguration } from '../../src/domain/coworker';
import { PlanError } from '../../src/domain/planError';
import { resultText } from '../../src/domain/toolResult';
import { allTools, toolsOf } from '../../src/tools/allTools';
import type { PlanTool } from '../../src/tools/planTool';
import { runTool } from '../../src/tools/runTool';
import { guest, openBench, ORIGIN } from '../service/serviceFixtures';
import { plainTools, subtaskTools, toolNamed, VALID_INPUTS } from './toolFixtures';

const CORE = [
  'write_plan',
  'read_plan',
  'add_task',
  'update_task_status',
  'update_task_statuses',
  'remove_task',
];
const WITH_SUBTASKS = ['add_subtask', 'set_dependency', 'get_available_tasks'];

const namesOf = (tools: readonly PlanTool[]) => tools.map(({ name }) => name);
const schemas = (tools: readonly PlanTool[]) =>
  tools.map(({ inputSchema }) => JSON.stringify(inputSchema)).join('\n');

/** A call of a chat whose settings have subtasks on. */
function withLinks(callId: string) {
  const configuration = { planning: true, subtasks: true };
  return { ...guest(callId), origin: { ...ORIGIN, configuration } };
}

function toolsDeclared(declaration: object): readonly PlanTool[] {
  return toolsOf(toConfiguration({ planning: true, ...declaration }));
}

describe('the tools of a coworker', () => {
  it('[DP.7][PT.37][PT.106] has all of its mode when it plans: update_plan and the six', () => {
    const names = namesOf(toolsDeclared({}));
    assert.deepEqual(names.toSorted(), ['update_plan', ...CORE].toSorted());
  });

  it('[DP.8] has none when it does not say that it plans', () => {
    for (const declaration of [{}, { planning: false }, { subtasks: true }, { tools: CORE }]) {
      assert.deepEqual(toolsOf(toConfiguration(declaration)), []);
    }
  });

  it('[PT.43] has three more with subtasks', () => {
    const names = namesOf(toolsDeclared({ subtasks: true }));
    assert.deepEqual(names.toSorted(), ['update_plan', ...CORE, ...WITH_SUBTASKS].toSorted());
  });

  it('[PT.38][PT.40] has exactly those of its allowlist', () => {
    assert.deepEqual(namesOf(toolsDeclared({ tools: ['write_plan'] })), ['write_plan']);
    assert.deepEqual(namesOf(toolsDeclared({ tools: ['remove_task', 'read_plan'] })), [
      'read_plan',
      'remove_task',
    ]);
    assert.deepEqual(namesOf(toolsDeclared({ tools: CORE })).toSorted(), CORE.toSorted());
    const one = toolsDeclared({ subtasks: true, tools: ['get_available_tasks'] });
    assert.deepEqual(namesOf(one), ['get_available_tasks']);
  });

  it('[PT.40] with write_plan alone neither gives ids nor is told any', async () => {
    const configuration = toConfiguration({ planning: true, tools: ['write_plan'] });
    const [tool, ...others] = toolsOf(configuration);
    assert.ok(tool?.name === 'write_plan' && others.length === 0);
    const bench = openBench();
    const caller = { ...guest('call'), origin: { ...ORIGIN, configuration } };
    const result = await runTool(bench.service, tool, caller, { items: [{ content: 'Do it' }] });
    const [step] = (await bench.plan())?.steps ?? [];
    assert.ok(step);
    assert.ok(!JSON.stringify(result).includes(step.id));
    assert.match(resultText(result), /\n1\. \[ \] Do it\n/);
  });

  it('[PT.107] has its own description of a tool, and only of that one', () => {
    const tools = toolsDeclared({ descriptions: { add_task: 'Put it on the list.' } });
    assert.equal(toolNamed('add_task', tools).description, 'Put it on the list.');
    for (const tool of tools) {
      const built = toolNamed(tool.name, plainTools);
      if (tool.name !== 'add_task') assert.equal(tool.description, built.description);
      assert.deepEqual(tool.inputSchema, built.inputSchema);
    }
    assert.notEqual(toolNamed('add_task').description, 'Put it on the list.');
  });
});

describe('the schemas of a mode', () => {
  it('[PT.44] blocked, links and the hierarchical view are there with subtasks', () => {
    for (const name of ['write_plan', 'update_task_status', 'update_task_statuses'] as const) {
      assert.match(schemas([toolNamed(name, subtaskTools)]), /"completed","cancelled","blocked"/);
    }
    assert.match(schemas([toolNamed('write_plan', subtaskTools)]), /"parent_id".*"depends_on"/);
    assert.match(schemas([toolNamed('read_plan', subtaskTools)]), /"hierarchical"/);
    const parsed = toolNamed('update_task_status', subtaskTools).parse({
      task_id: 'a',
      status: 'blocked',
    });
    assert.ok(parsed.ok);
  });

  it('a parent that is null is none, though hosts are shown one type only', () => {
    const tool = toolNamed('write_plan', subtaskTools);
    const items = [{ content: 'One', parent_id: null }, { content: 'Two' }];
    const parsed = tool.parse({ items });
    assert.deepEqual(parsed, {
      ok: true,
      value: {
        name: 'write_plan',
        input: { items: [{ content: 'One', parent_id: undefined }, { content: 'Two' }] },
      },
    });
    assert.match(schemas([tool]), /"parent_id":\{"type":"string"\}/);
    assert.ok(!tool.parse({ items: [{ content: 'One', parent_id: 7 }] }).ok);
  });

  it('[PT.45] the hierarchical view draws subtasks below their parent', async () => {
    const { service } = openBench();
    const items = [
      { id: 'p', content: 'Parent' },
      { content: 'Other' },
      { content: 'Child', parent_id: 'p' },
    ];
    await runTool(service, toolNamed('write_plan', subtaskTools), withLinks('write'), { items });
    const read = await runTool(service, toolNamed('read_plan', subtaskTools), withLinks('read'), {
      hierarchical: true,
    });
    assert.match(
      resultText(read),
      /\n1\. \[ \] \[p\] Parent\n {2}2\. \[ \] \[\w+\] Child\n3\. .* Other/,
    );
  });

  it('have none of it without, and refuse it as no property or value of theirs', () => {
    assert.doesNotMatch(schemas(plainTools), /blocked|parent_id|depends_on|hierarchical/);
    const item = { content: 'Do a' };
    const wrong: readonly [PlanTool, unknown, RegExp][] = [
      [toolNamed('write_plan', plainTools), { items: [{ ...item, parent_id: 'p' }] }, /parent_id/],
      [toolNamed('write_plan', plainTools), { items: [{ ...item, depends_on: [] }] }, /depends_on/],
      [toolNamed('write_plan', plainTools), { items: [{ ...item, status: 'blocked' }] }, /blocked/],
      [toolNamed('read_plan', plainTools), { hierarchical: false }, /hierarchical/],
      [toolNamed('update_task_status', plainTools), { task_id: 'a', status: 'blocked' }, /blocked/],
    ];
    for (const [tool, input, says] of wrong) {
      const parsed = tool.parse(input);
      assert.ok(!parsed.ok);
      assert.match(parsed.message, says);
    }
  });

  it('agree on what both accept: plain input has the same meaning in the larger schema', () => {
    for (const tool of plainTools) {
      const input = VALID_INPUTS[tool.name];
      assert.deepEqual(tool.parse(input), toolNamed(tool.name).parse(input));
      assert.ok(tool.parse(input).ok, tool.name);
    }
  });

  it('of agent mode are the larger ones: what needs subtasks is refused with the reason', async () => {
    assert.equal(schemas(allTools), schemas(subtaskTools));
    const bench = openBench();
    const items = [
      [
        { id: 'a', content: 'A' },
        { content: 'B', parent_id: 'a' },
      ],
      [
        { id: 'a', content: 'A' },
        { content: 'B', depends_on: ['a'] },
      ],
      [{ id: 'a', content: 'A', status: 'blocked' }],
    ];
    const refused: [PlanTool, unknown][] = [
      ...items.map((list): [PlanTool, unknown] => [toolNamed('write_plan'), { items: list }]),
      [toolNamed('read_plan'), { hierarchical: true }],
      [toolNamed('update_task_status'), { task_id: 'a', status: 'blocked' }],
      [toolNamed('update_task_statuses'), { updates: [{ task_id: 'a', status: 'blocked' }] }],
    ];
    for (const [tool, input] of refused) {
      const result = await runTool(bench.service, tool, guest('off'), input);
      assert.equal(result.isError, true);
      assert.match(resultText(result), /^ERROR: [^]*needs subtasks, which are switched off/);
      assert.equal((await bench.stored()).loaded, undefined);
    }
    for (const name of ['add_subtask', 'set_dependency', 'get_available_tasks'] as const) {
      const call = runTool(bench.service, toolNamed(name), guest('off'), VALID_INPUTS[name]);
      await assert.rejects(call, (error) => PlanError.is(error, 'unknown_tool'));
    }
    const accepted = await runTool(bench.service, toolNamed('write_plan'), withLinks('on'), {
      items: items[0],
    });
    assert.equal(accepted.isError, false);
  });

  it('[PT.89] no tool takes or counts by a place in the list', () => {
    for (const tool of [...allTools, ...plainTools]) {
      assert.doesNotMatch(schemas([tool]), /index|position|number|offset|order/);
      const integers = schemas([tool]).match(/"[^"]+":\{"type":"integer"/g) ?? [];
      assert.deepEqual(
        integers,
        tool.name === 'update_plan' ? ['"expected_revision":{"type":"integer"'] : [],
      );
    }
    for (const name of ['update_task_status', 'remove_task'] as const) {
      const input = { ...VALID_INPUTS[name], task_id: 1 };
      assert.ok(!toolNamed(name).parse(input).ok);
    }
  });
});
