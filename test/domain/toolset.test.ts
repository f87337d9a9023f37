import assert from 'node:assert/strict';
import { toConfiguration, toCoworkerInfo } from '../../src/domain/coworker';
import { PlanError } from '../../src/domain/planError';
import { PLAN_TOOL_NAMES } from '../../src/domain/planCommand';
import {
  assertNoReservedNames,
  changesPlan,
  planningMode,
  registeredTools,
  RESERVED_TOOL_NAMES,
  toolsOfMode,
  unknownTools,
} from '../../src/domain/toolset';
import { call, readPlan } from './planFixtures';

const SUBTASK_TOOLS = ['add_subtask', 'set_dependency', 'get_available_tasks'];

function problemOf(run: () => unknown): PlanError {
  try {
    run();
  } catch (error) {
    if (PlanError.is(error, 'invalid_configuration')) return error;
    throw error;
  }
  return assert.fail('no configuration error');
}

describe('the tools of a mode', () => {
  it('are without subtasks all but those that need them, in one order', () => {
    assert.deepEqual(toolsOfMode({ subtasks: true }), PLAN_TOOL_NAMES);
    assert.deepEqual(
      toolsOfMode({ subtasks: false }),
      PLAN_TOOL_NAMES.filter((name) => !SUBTASK_TOOLS.includes(name)),
    );
  });

  it('are none without planning, else those that the allowlist names, in the same order', () => {
    const of = (tools?: string[], planning = true) =>
      registeredTools({ planning, subtasks: false, ...(tools && { tools }) });
    assert.deepEqual(of(undefined, false), []);
    assert.deepEqual(of(['write_plan'], false), []);
    assert.deepEqual(of(), toolsOfMode({ subtasks: false }));
    assert.deepEqual(of([]), []);
    assert.deepEqual(of(['add_task', 'read_plan', 'set_dependency']), ['read_plan', 'add_task']);
  });

  it('come with how strict one step in progress is taken: a convention unless it is said', () => {
    assert.equal(planningMode({ planning: true, subtasks: false }).singleInProgress, 'convention');
    const strict = { planning: true, subtasks: true, single_in_progress: 'strict' } as const;
    assert.deepEqual(planningMode(strict), {
      subtasks: true,
      singleInProgress: 'strict',
      tools: PLAN_TOOL_NAMES,
    });
  });

  it('tell those that may change the plan from those that only read', () => {
    assert.ok(!changesPlan(readPlan));
    assert.ok(!changesPlan(call('get_available_tasks', {})));
    assert.ok(changesPlan(call('add_task', { content: 'x' })));
  });

  it('make other names unknown, which are told once and sorted', () => {
    assert.deepEqual(
      unknownTools(['z', 'add_task', 'add_subtask', 'z', 'exit_plan_mode'], { subtasks: false }),
      ['add_subtask', 'exit_plan_mode', 'z'],
    );
    assert.deepEqual(unknownTools(['add_subtask'], { subtasks: true }), []);
  });
});

describe('a declaration', () => {
  it('is completed with what it leaves out: no planning, no subtasks, every tool', () => {
    assert.deepEqual(toConfiguration({}), { planning: false, subtasks: false });
    assert.deepEqual(toConfiguration({ planning: true, tools: null, guidance: null }), {
      planning: true,
      subtasks: false,
    });
    const whole = {
      planning: true,
      subtasks: true,
      tools: ['add_subtask'],
      guidance: '',
      descriptions: { add_subtask: 'Adds a part' },
      single_in_progress: 'strict',
    };
    assert.deepEqual(toConfiguration(whole), whole);
    assert.deepEqual(toCoworkerInfo('x', toConfiguration(whole)), {
      id: 'x',
      planning: true,
      subtasks: true,
    });
  });

  it('that names tools which the mode has not is refused, with these and with what there is', () => {
    for (const place of ['tools', 'descriptions'] as const) {
      const names = ['zap', 'add_subtask', 'read_plan'];
      const value =
        place === 'tools' ? names : Object.fromEntries(names.map((name) => [name, 'x']));
      const problem = problemOf(() => toConfiguration({ planning: true, [place]: value }));
      assert.match(
        problem.message,
        new RegExp(`^${place} names add_subtask, zap, which are no tools .*update_plan, read_plan`),
      );
      assert.deepEqual(problem.details['unknown'], ['add_subtask', 'zap']);
      assert.deepEqual(problem.details['available'], toolsOfMode({ subtasks: false }));
    }
    assert.match(
      problemOf(() => toConfiguration({ tools: ['zap'] })).message,
      /zap, which is no tool/,
    );
  });

  it('with an unknown field or a wrong value is refused, with the place', () => {
    assert.match(
      problemOf(() => toConfiguration({ plannig: true })).message,
      /plannig; allowed are planning, subtasks/,
    );
    const wrong = problemOf(() => toConfiguration({ tools: ['read_plan', 1] }));
    assert.equal(wrong.details['place'], 'tools.1');
    assert.match(
      wrong.message,
      /^The declaration has a wrong value at tools\.1: Invalid input.*\.$/,
    );
    assert.equal(problemOf(() => toConfiguration({ plannig: 1 })).details['place'], '');
    assert.equal(
      problemOf(() => toConfiguration({ plan_mode: true })).details['place'],
      'plan_mode',
    );
    assert.match(
      problemOf(() => toConfiguration('planning')).message,
      /has a wrong value: Invalid input.*\.$/,
    );
  });
});

describe('our names', () => {
  it('are closed to the tools of others, exit_plan_mode too', () => {
    assert.deepEqual(RESERVED_TOOL_NAMES, [...PLAN_TOOL_NAMES, 'exit_plan_mode']);
    assertNoReservedNames([{ name: 'search', from: 'mcp' }]);
    const problem = problemOf(() => {
      assertNoReservedNames([
        { name: 'search', from: 'mcp' },
        { name: 'exit_plan_mode', from: 'mcp' },
        { name: 'add_task', from: 'partner' },
      ]);
    });
    assert.match(problem.message, /exit_plan_mode \(mcp\), add_task \(partner\)/);
    assert.doesNotMatch(problem.message, /search/);
    assert.deepEqual(problem.details, { taken: ['exit_plan_mode', 'add_task'] });
  });
});
