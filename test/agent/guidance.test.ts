import assert from 'node:assert/strict';
import { planningGuidance } from '../../src/agent/guidance';
import { toConfiguration } from '../../src/domain/coworker';
import { PLAN_TOOL_NAMES, type PlanToolName } from '../../src/domain/planCommand';
import { registeredTools, toolsOfMode } from '../../src/domain/toolset';
import { toolsOf } from '../../src/tools/allTools';

/** The groups as the specification has them: which tools bring them in, and what they have to say. */
const GROUPS: readonly { readonly by: readonly PlanToolName[]; readonly says: RegExp }[] = [
  { by: ['update_plan'], says: /update_plan.*revision.*\bids\b.*at most one step in_progress/ },
  {
    by: ['write_plan'],
    says: /several steps.*write_plan.*full plan each time.*exactly one step in_progress.*as soon as/,
  },
  {
    by: ['add_task', 'update_task_status', 'update_task_statuses'],
    says: /add_task.*update_task_status.*update_task_statuses.*ids.*read_plan/,
  },
  {
    by: ['add_subtask', 'set_dependency', 'get_available_tasks'],
    says: /add_subtask.*set_dependency.*blocked until.*completed or cancelled.*get_available_tasks/,
  },
];

const plain = toConfiguration({ planning: true });
const withSubtasks = toConfiguration({ planning: true, subtasks: true });

/** The four groups alone, from coworkers that have one tool each. */
const ALONE = GROUPS.map(({ by: [name = 'read_plan'] }) => {
  const text = planningGuidance({ ...withSubtasks, tools: [name] });
  assert.ok(text !== null, name);
  return text;
});

function subsets(names: readonly PlanToolName[]): PlanToolName[][] {
  return Array.from({ length: 2 ** names.length }, (_, bits) =>
    names.filter((_, place) => (bits >> place) % 2 === 1),
  );
}

describe('guidance', () => {
  it('says of each group what a model has to know', () => {
    for (const [place, { says }] of GROUPS.entries()) assert.match(ALONE[place] ?? '', says);
  });

  it('[PT.35] asks for one step in progress wherever a whole plan is written', () => {
    for (const name of ['update_plan', 'write_plan'] as const) {
      assert.match(planningGuidance({ ...plain, tools: [name] }) ?? '', /one step in_progress/);
    }
    assert.match(planningGuidance(plain) ?? '', /exactly one step in_progress/);
  });

  it('[PT.39][PT.114][PT.116] has the groups of the tools that are registered, in their order, and no other', () => {
    for (const tools of subsets(PLAN_TOOL_NAMES)) {
      const expected = ALONE.filter((_, place) =>
        GROUPS[place]?.by.some((name) => tools.includes(name)),
      );
      const text = planningGuidance({ ...withSubtasks, tools });
      assert.equal(text, expected.length === 0 ? null : expected.join(' '), tools.join());
    }
    for (const tools of subsets(toolsOfMode(plain))) {
      const text = planningGuidance({ ...plain, tools }) ?? '';
      assert.equal(
        /update_task|add_task/.test(text),
        tools.some((name) => /_task/.test(name) && name !== 'remove_task'),
      );
      assert.equal(text.includes('write_plan'), tools.includes('write_plan'));
      assert.equal(text.includes('update_plan'), tools.includes('update_plan'));
    }
  });

  it('[PT.115] speaks of subtasks only to coworkers that have them', () => {
    assert.equal(planningGuidance(plain), ALONE.slice(0, 3).join(' '));
    assert.equal(planningGuidance(withSubtasks), ALONE.join(' '));
    assert.doesNotMatch(planningGuidance(plain) ?? '', /subtask|dependency|blocked|available/);
    // An allowlist of another mode brings nothing in.
    assert.equal(planningGuidance({ ...plain, tools: ['add_subtask'] }), null);
  });

  it('[PT.99] is the built-in text where none is given, or null', () => {
    for (const guidance of [undefined, null]) {
      const declared = toConfiguration({ planning: true, ...(guidance === null && { guidance }) });
      assert.equal(planningGuidance(declared), ALONE.slice(0, 3).join(' '));
    }
  });

  it('[PT.100] is nothing where an empty text is given', () => {
    for (const mode of [plain, withSubtasks]) {
      assert.equal(planningGuidance({ ...mode, guidance: '' }), null);
    }
    assert.equal(planningGuidance(toConfiguration({ planning: true, guidance: '' })), null);
  });

  it('[PT.101] is any other text to the letter, with nothing added in any mode', () => {
    for (const guidance of ['Plan a little.', '  kept as it is \n', ' ', 'add_subtask?']) {
      for (const mode of [plain, withSubtasks, { ...plain, tools: ['read_plan'] }]) {
        assert.equal(planningGuidance({ ...mode, guidance }), guidance);
      }
      const declared = toConfiguration({ planning: true, guidance });
      assert.equal(planningGuidance(declared), guidance);
    }
  });

  it('[PTx.25] an empty allowlist registers nothing and gives none', () => {
    for (const mode of [plain, withSubtasks]) {
      const none = { ...mode, tools: [] };
      assert.deepEqual([registeredTools(none), toolsOf(none)], [[], []]);
      assert.equal(planningGuidance(none), null);
    }
    assert.equal(planningGuidance(toConfiguration({ planning: true, tools: [] })), null);
  });

  it('is not given to a coworker without planning, whatever else it declares', () => {
    for (const guidance of [undefined, 'Plan!']) {
      const off = { ...plain, planning: false, ...(guidance !== undefined && { guidance }) };
      assert.equal(planningGuidance(off), null);
    }
  });

  it('is calm and short, and the same each time', () => {
    const text = planningGuidance(withSubtasks) ?? '';
    assert.doesNotMatch(
      text,
      /\b(always|never|must|frequently|often|important|critical|very)\b|!/i,
    );
    assert.doesNotMatch(text, /[A-Z]{2,}/);
    assert.ok(text.length < 1_000, `${String(text.length)} characters`);
    assert.equal(planningGuidance({ ...withSubtasks }), text);
  });
});
