import assert from 'node:assert/strict';
import fc from 'fast-check';
import { MAX_RESULT_TEXT } from '../../src/domain/toolResult';
import { allTools } from '../../src/tools/allTools';
import { plainTools, subtaskTools, toolNamed, updatePlanTool, VALID_INPUTS } from './toolFixtures';

const STEP = { id: 'a', description: 'Do a', status: 'pending' };
const INPUT = { expected_revision: 0, steps: [STEP] };
const SHAPE =
  'Expected: { expected_revision: integer >= 0, explanation?: string, ' +
  'steps: [{ id: string, description: string, status: "pending" | "in_progress" | "completed" }] }';

function accepts(input: unknown): void {
  assert.deepEqual(updatePlanTool.parse(input), {
    ok: true,
    value: { name: 'update_plan', input },
  });
}

function refuses(input: unknown): string {
  const parsed = updatePlanTool.parse(input);
  assert.ok(!parsed.ok, 'the input was accepted');
  assert.equal(parsed.message.split('\n').at(-1), SHAPE);
  assert.ok(parsed.message.length < MAX_RESULT_TEXT - 10, `${parsed.message.length} characters`);
  return parsed.message;
}

function withStep(fields: Record<string, unknown>): unknown {
  return { ...INPUT, steps: [{ ...STEP, ...fields }] };
}

describe('input of update_plan', () => {
  it('[DP.14] is expected_revision, an explanation that may be left out, and steps of three fields', () => {
    accepts(INPUT);
    accepts({ ...INPUT, explanation: 'Why' });
    accepts({ ...INPUT, steps: [] });
    for (const field of ['expected_revision', 'steps']) refuses({ ...INPUT, [field]: undefined });
    for (const field of ['id', 'description', 'status']) refuses(withStep({ [field]: undefined }));
    for (const revision of [-1, 0.5, '0', null, true, 2 ** 60, [0]]) {
      refuses({ ...INPUT, expected_revision: revision });
    }
    refuses({ ...INPUT, explanation: null });
    refuses(withStep({ note: 'x' }));
    refuses(withStep({ active_form: 'Doing' }));
    refuses({ ...INPUT, note: 'x' });
  });

  it('[DP.20][DP.98] any other status is refused and none is put right', () => {
    for (const status of ['pending', 'in_progress', 'completed']) accepts(withStep({ status }));
    const others = [
      'done',
      'blocked',
      'cancelled',
      'COMPLETED',
      'Completed',
      'in-progress',
      'in progress',
      'inProgress',
      ' pending',
      'pending ',
      'todo',
      '',
      null,
      1,
      true,
      ['pending'],
    ];
    for (const status of others) {
      assert.match(
        refuses(withStep({ status })),
        /\n- steps\[0\]\.status: expected "pending" \| "in_progress" \| "completed", got /,
      );
    }
  });

  it('[DP.97] the list is called steps; items is refused, alone and beside it', () => {
    assert.match(refuses({ expected_revision: 0, items: [STEP] }), /no such property: "items"/);
    refuses({ ...INPUT, items: [STEP] });
  });

  it('[DP.98] nothing is coerced: no number from text, no text from a number', () => {
    refuses({ ...INPUT, expected_revision: '1' });
    refuses(withStep({ id: 1 }));
    refuses(withStep({ description: 5 }));
  });

  it('[DP.74] no tool takes a session id, under whatever name', () => {
    for (const tool of [...allTools, ...plainTools, ...subtaskTools]) {
      assert.doesNotMatch(JSON.stringify(tool.inputSchema), /session|chat|conversation|thread/i);
      const valid = VALID_INPUTS[tool.name];
      for (const name of [
        'session',
        'session_id',
        'sessionId',
        'sessionResource',
        'chat',
        'turn_id',
        'call_id',
      ]) {
        assert.ok(tool.parse(valid).ok);
        assert.ok(!tool.parse({ ...valid, [name]: 'x' }).ok, `${tool.name} takes ${name}`);
      }
    }
  });

  it('[FC.27] a text where the list is due is refused with the shape in one line', () => {
    const texts = [
      JSON.stringify([STEP]),
      String.raw`\n[x] one\n[ ] two`,
      '- [x] one\n- [ ] two',
      '[ ] one',
      '',
    ];
    for (const steps of texts) {
      assert.match(refuses({ ...INPUT, steps }), /\n- steps: expected array, got the text "/);
    }
    assert.match(
      refuses({ ...INPUT, steps: texts.slice(1, 3) }),
      /\n- steps\[1\]: expected object/,
    );
    assert.match(refuses({ ...INPUT, steps: { 0: STEP } }), /steps: expected array, got an object/);
    assert.match(refuses(JSON.stringify(INPUT)), /\n- input: expected object, got the text "/);
    for (const input of [null, undefined, 5, true, [INPUT]]) refuses(input);
  });

  it('[FC.27] inside a description such text is just text', () => {
    for (const description of [String.raw`\n[x] one`, '- [x] one', JSON.stringify([STEP])]) {
      accepts(withStep({ description }));
    }
  });

  it('[FC.51][FC.53] a refusal is short whatever came in, and does not repeat it', () => {
    const huge = '漢'.repeat(34_000);
    for (const input of [
      huge,
      { ...INPUT, steps: huge },
      withStep({ status: huge }),
      { [huge]: 1 },
    ]) {
      assert.ok(refuses(input).length < 1_000);
    }
    const manyKeys = (unit: string) =>
      Object.fromEntries(
        Array.from({ length: 50 }, (_, index) => [unit.repeat(50) + String(index), 1]),
      );
    for (const unit of ['x', '"', '\ud800', '\0', '👩‍👩‍👧‍👦']) {
      refuses({
        ...INPUT,
        ...manyKeys(unit),
        steps: Array(200).fill({ ...STEP, ...manyKeys(unit) }),
      });
      refuses({ ...INPUT, steps: Array(500).fill({ ...STEP, status: unit.repeat(500) }) });
    }
    assert.match(refuses({ ...INPUT, steps: Array(25).fill('x') }), /\n- and 5 more\n/);
  });

  it('any JSON value is accepted unchanged or refused in bounds, and never changed', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (steps, other) => {
        for (const input of [
          other,
          { expected_revision: 0, steps },
          { expected_revision: 0, steps: [steps] },
        ]) {
          const before = structuredClone(input);
          const parsed = updatePlanTool.parse(input);
          assert.deepEqual(input, before);
          if (parsed.ok) assert.deepEqual(parsed.value.input, input);
          else assert.ok(parsed.message.length < MAX_RESULT_TEXT);
        }
      }),
    );
  });

  it('what was parsed is no alias of what came in', () => {
    const input = structuredClone(INPUT);
    const parsed = updatePlanTool.parse(input);
    Object.assign(input.steps[0] ?? {}, { description: 'changed afterwards' });
    assert.deepEqual(parsed, { ok: true, value: { name: 'update_plan', input: INPUT } });
  });
});

describe('input of read_plan', () => {
  it('is an object without properties where there are no subtasks', () => {
    const readPlanTool = toolNamed('read_plan', plainTools);
    assert.deepEqual(readPlanTool.parse({}), { ok: true, value: { name: 'read_plan', input: {} } });
    for (const input of [{ hierarchical: true }, null, 'x', []]) {
      const parsed = readPlanTool.parse(input);
      assert.ok(!parsed.ok);
      assert.match(parsed.message, /\nExpected: \{\}$/);
    }
  });
});
