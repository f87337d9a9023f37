import assert from 'node:assert/strict';
import { PLAN_TOOL_NAMES } from '../../src/domain/planCommand';
import { PlanError } from '../../src/domain/planError';
import type { SessionConfiguration } from '../../src/domain/session';
import {
  assertKnownTools,
  assertNoReservedNames,
  planningMode,
  registeredTools,
  RESERVED_TOOL_NAMES,
  toolsOfMode,
  unknownTools,
} from '../../src/domain/toolset';

const PLAIN: SessionConfiguration = { planning: true, subtasks: false };
const SUBTASKS: SessionConfiguration = { planning: true, subtasks: true };
const SUBTASK_TOOLS = ['add_subtask', 'set_dependency', 'get_available_tasks'] as const;

/** What is wrong with a configuration, as the error tells it. */
function problemOf(configuration: SessionConfiguration): PlanError {
  try {
    assertKnownTools(configuration);
  } catch (error) {
    assert.ok(PlanError.is(error, 'invalid_configuration'));
    return error;
  }
  return assert.fail('The configuration was accepted.');
}

describe('the tools that a configuration registers', () => {
  it('[PT.37][PT.43][PT.106] are all of its mode where no allowlist is given', () => {
    const core = PLAN_TOOL_NAMES.filter((name) => !SUBTASK_TOOLS.some((other) => other === name));
    assert.equal(core.length, 7);
    assert.deepEqual(registeredTools(PLAIN), core);
    assert.deepEqual(registeredTools(SUBTASKS), PLAN_TOOL_NAMES);
    assert.deepEqual(toolsOfMode(PLAIN), core);
  });

  it('[PT.38] are those that the allowlist names, in one order, each once', () => {
    const tools = ['remove_task', 'write_plan', 'remove_task'];
    assert.deepEqual(registeredTools({ ...PLAIN, tools }), ['write_plan', 'remove_task']);
    assert.deepEqual(registeredTools({ ...PLAIN, tools: ['add_subtask', 'read_plan'] }), [
      'read_plan',
    ]);
    assert.deepEqual(registeredTools({ ...PLAIN, tools: [] }), []);
  });

  it('[DP.8] are none without planning, whatever else is said', () => {
    assert.deepEqual(registeredTools({ ...SUBTASKS, planning: false }), []);
    const tools = ['update_plan'];
    assert.deepEqual(registeredTools({ ...PLAIN, planning: false, tools }), []);
  });

  it('decide with the mode: strictness is a habit unless the configuration says otherwise', () => {
    assert.deepEqual(planningMode(SUBTASKS), {
      subtasks: true,
      singleInProgress: 'convention',
      tools: PLAN_TOOL_NAMES,
    });
    const strict = planningMode({ ...PLAIN, single_in_progress: 'strict', tools: ['read_plan'] });
    assert.deepEqual([strict.singleInProgress, strict.tools], ['strict', ['read_plan']]);
  });
});

describe('a configuration that names tools', () => {
  it('is accepted when the mode registers them all', () => {
    assertKnownTools(PLAIN);
    assertKnownTools({ ...PLAIN, tools: [] });
    assertKnownTools({ ...PLAIN, tools: toolsOfMode(PLAIN), descriptions: { read_plan: 'Look.' } });
    assertKnownTools({ ...SUBTASKS, tools: PLAN_TOOL_NAMES });
  });

  it('[PT.41] is an error for unknown ones: they are listed sorted, with those that there are', () => {
    const { message, details } = problemOf({
      ...PLAIN,
      tools: ['zap', 'write_plan', 'add_subtask', 'zap'],
    });
    assert.match(
      message,
      /^tools names add_subtask, zap, .*Allowed are update_plan, read_plan, .*remove_task\.$/,
    );
    assert.deepEqual(details, {
      place: 'tools',
      unknown: ['add_subtask', 'zap'],
      available: toolsOfMode(PLAIN),
    });
    assert.deepEqual(
      problemOf({ ...SUBTASKS, tools: ['zap'] }).details['available'],
      PLAN_TOOL_NAMES,
    );
  });

  it('[PT.41] exit_plan_mode is no name for it, nor is one in other letters', () => {
    for (const name of [
      'exit_plan_mode',
      'WRITE_PLAN',
      'write-plan',
      '',
      'toString',
      '__proto__',
    ]) {
      assert.deepEqual(problemOf({ ...SUBTASKS, tools: [name] }).details['unknown'], [name]);
    }
  });

  it('[PT.42] is an error for a description of a tool that the mode does not register', () => {
    const { message, details } = problemOf({
      ...PLAIN,
      descriptions: { set_dependency: 'x', add_task: 'y', other: 'z' },
    });
    assert.match(message, /^descriptions names other, set_dependency, .*Allowed are update_plan/);
    assert.deepEqual(
      [details['place'], details['unknown']],
      ['descriptions', ['other', 'set_dependency']],
    );
    // Of the mode, not of the allowlist: one that is not offered may keep its text.
    assertKnownTools({ ...PLAIN, tools: ['read_plan'], descriptions: { add_task: 'y' } });
  });

  it('is looked at without an error, too', () => {
    assert.deepEqual(unknownTools(['b', 'a', 'read_plan', 'b'], PLAIN), ['a', 'b']);
    assert.deepEqual(unknownTools(['add_subtask'], SUBTASKS), []);
  });
});

describe('reserved names', () => {
  it('[DP.88] are the ten tools and exit_plan_mode, and nobody else may have one', () => {
    assert.deepEqual(RESERVED_TOOL_NAMES, [...PLAN_TOOL_NAMES, 'exit_plan_mode']);
    for (const name of RESERVED_TOOL_NAMES) {
      assert.throws(
        () => {
          assertNoReservedNames([
            { name: 'search', from: 'a partner' },
            { name, from: 'a partner' },
          ]);
        },
        (error) =>
          PlanError.is(error, 'invalid_configuration') &&
          error.message.includes(`${name} (a partner)`),
      );
    }
  });
});
