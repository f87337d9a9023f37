import assert from 'node:assert/strict';
import { hasPlanMode, toConfiguration, toCoworkerInfo } from '../../src/domain/coworker';
import { PlanError } from '../../src/domain/planError';
import { sessionConfigurationSchema } from '../../src/domain/session';
import { registeredTools } from '../../src/domain/toolset';

function refusalOf(declaration: unknown): string {
  try {
    toConfiguration(declaration);
  } catch (error) {
    assert.ok(PlanError.is(error, 'invalid_configuration'));
    return error.message;
  }
  return assert.fail('The declaration was accepted.');
}

describe('the declaration of a coworker', () => {
  it('[DP.8][PT.104] has planning and subtasks off unless it says otherwise', () => {
    assert.deepEqual(toConfiguration({}), { planning: false, subtasks: false });
    assert.deepEqual(toConfiguration({ planning: true }), { planning: true, subtasks: false });
    assert.deepEqual(registeredTools(toConfiguration({})), []);
  });

  it('[DP.7] with planning has update_plan, unless its allowlist leaves it out', () => {
    assert.ok(registeredTools(toConfiguration({ planning: true })).includes('update_plan'));
    const without = toConfiguration({ planning: true, tools: ['write_plan'] });
    assert.ok(!registeredTools(without).includes('update_plan'));
  });

  it('[PT.99][PT.106] null is the same as nothing, for tools and for guidance', () => {
    const declared = toConfiguration({ planning: true, tools: null, guidance: null });
    assert.deepEqual(declared, toConfiguration({ planning: true }));
  });

  it('is kept as it is in the session, which the record can hold', () => {
    const declaration = {
      planning: true,
      subtasks: true,
      tools: ['add_subtask', 'read_plan'],
      descriptions: { add_subtask: 'Break it down.' },
      guidance: '',
      single_in_progress: 'strict',
      plan_mode: false,
      inject: false,
      cache_ttl: '1h',
    };
    const configuration = toConfiguration(declaration);
    assert.deepEqual(configuration, declaration);
    assert.deepEqual(sessionConfigurationSchema.parse(configuration), configuration);
  });

  it('has plan mode where it plans, unless it says otherwise, and cannot have it without planning', () => {
    const has = (declaration: object) => hasPlanMode(toConfiguration(declaration));
    assert.deepEqual([{}, { planning: true }, { planning: true, plan_mode: false }].map(has), [
      false,
      true,
      false,
    ]);
    assert.match(refusalOf({ plan_mode: true }), /plan_mode is true and planning is not/);
  });

  it('[PT.41][PT.42][PT.43] is an error where it names a tool that its mode does not have', () => {
    assert.match(
      refusalOf({ planning: true, tools: ['todo', 'add_subtask'] }),
      /add_subtask, todo/,
    );
    assert.match(refusalOf({ planning: true, descriptions: { add_subtask: 'x' } }), /descriptions/);
    toConfiguration({ planning: true, subtasks: true, tools: ['add_subtask'] });
  });

  it('is an error where it has another key or a value that does not fit, with the place', () => {
    assert.match(
      refusalOf({ planing: true }),
      /does not know planing; allowed are planning, subtasks/,
    );
    for (const [key, value] of [
      ['planning', 'yes'],
      ['subtasks', 1],
      ['tools', 'write_plan'],
      ['guidance', 7],
      ['single_in_progress', 'STRICT'],
      ['descriptions', ['x']],
    ] as const) {
      assert.ok(refusalOf({ [key]: value }).includes(key), key);
    }
    for (const declaration of [null, undefined, 'planning', []]) refusalOf(declaration);
  });

  it('tells clients whether it plans, and nothing of its texts', () => {
    const configuration = toConfiguration({ planning: true, guidance: 'Secret.' });
    assert.deepEqual(toCoworkerInfo('a.plan', configuration), {
      id: 'a.plan',
      planning: true,
      subtasks: false,
    });
  });
});
