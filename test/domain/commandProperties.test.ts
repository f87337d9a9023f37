import assert from 'node:assert/strict';
import fc from 'fast-check';
import { dependencyCycle, parentCycle } from '../../src/domain/dependencies';
import {
  isResolved,
  PLAN_LIMITS,
  planDocumentSchema,
  revisionOf,
  type PlanDocument,
} from '../../src/domain/plan';
import type { PlanCommand } from '../../src/domain/planCommand';
import { planEventBodySchema } from '../../src/domain/planEvent';
import { contentViolations, ID_FORM } from '../../src/domain/planRules';
import { evolve, initialState } from '../../src/domain/planState';
import { terminalEvent, type PlanningMode, type ToolOutcome } from '../../src/domain/toolOutcome';
import { MAX_RESULT_TEXT, resultText } from '../../src/domain/toolResult';
import { changesPlan, planningMode } from '../../src/domain/toolset';
import { utf8Bytes } from '../../src/domain/textLimits';
import { anyCommand, firstList } from './commandArbitraries';
import { CALLER, decided, SUBTASKS } from './planFixtures';

const MODES = [false, true].flatMap((subtasks) =>
  (['convention', 'strict'] as const).map((single_in_progress) =>
    planningMode({ planning: true, subtasks, single_in_progress }),
  ),
);

interface Call {
  readonly command: PlanCommand;
  readonly mode: PlanningMode;
}

/** The calls of one session, whose callers need not know the same tools; mostly it has a list first. */
const anyCalls = fc
  .tuple(
    fc.option(firstList, { freq: 4 }),
    fc.array(
      fc
        .constantFrom(...MODES)
        .chain((mode) => anyCommand(mode).map((command): Call => ({ command, mode }))),
      { minLength: 1, maxLength: 16, size: 'max' },
    ),
  )
  .map(([first, calls]) => [...(first ? [{ command: first, mode: SUBTASKS }] : []), ...calls]);

type Seen = (seen: { before: PlanDocument | null; outcome: ToolOutcome } & Call) => void;

/** Runs them one after another. Half of the whole-list writes know the revision, whatever it is. */
function play(calls: readonly Call[], seen: Seen): PlanDocument | null {
  const state: { plan: PlanDocument | null } = { plan: null };
  // Cloned, because generated records have no prototype.
  for (const [at, { command: made, mode }] of structuredClone([...calls]).entries()) {
    const before = state.plan;
    const command: PlanCommand =
      made.name === 'update_plan' && at % 2 === 0
        ? { name: made.name, input: { ...made.input, expected_revision: revisionOf(before) } }
        : made;
    const used = new Set(before?.steps.map(({ id }) => id));
    const newIds = Array.from({ length: 100 }, (_, index) => `new${index + 1}`)
      .filter((id) => !used.has(id) && !JSON.stringify(command.input).includes(`"${id}"`))
      .slice(0, PLAN_LIMITS.steps);
    const asked = structuredClone({ before, command, mode });
    const outcome = decided(before, command, { mode, newIds });
    assert.deepEqual({ before, command, mode }, asked, 'the decision changed its arguments');
    seen({ before, command, mode, outcome });
    state.plan = outcome.plan ?? before;
  }
  return state.plan;
}

const check = (seen: Seen): void => {
  fc.assert(
    fc.property(anyCalls, (calls) => void play(calls, seen)),
    { numRuns: 400 },
  );
};

describe('for every sequence of calls of all tools', () => {
  it('[PT.58] the revision counts accepted changes; a refusal, a reading and a change of nothing have no plan', () => {
    let accepted = 0;
    check(({ before, command, outcome: { plan, result } }) => {
      if (!plan) {
        const expected = result.isError ? result.structuredContent?.['error'] : undefined;
        assert.equal(typeof expected, result.isError ? 'string' : 'undefined');
        assert.equal(result.structuredContent?.['revision'], revisionOf(before));
        return;
      }
      accepted++;
      assert.ok(changesPlan(command), command.name);
      assert.equal(result.isError, false);
      assert.equal(plan.revision, revisionOf(before) + 1);
      assert.equal(result.structuredContent?.['revision'], plan.revision);
      assert.equal(result.structuredContent['step_count'], plan.steps.length);
      assert.deepEqual([plan.turn_id, plan.call_id], [CALLER.turn_id, CALLER.call_id]);
      const replaces = command.name === 'update_plan' || command.name === 'write_plan';
      if (!replaces) {
        assert.equal(plan.explanation, before?.explanation ?? '');
        assert.notDeepEqual(plan.steps, before?.steps, 'a revision without a change');
      }
    });
    assert.ok(accepted > 400, `only ${accepted} accepted`);
  });

  it('what is stored fits the schema and every bound, and its links lead somewhere and nowhere in a circle', () => {
    let linked = 0;
    check(({ outcome: { plan } }) => {
      if (!plan) return;
      assert.deepEqual(planDocumentSchema.parse(plan), plan);
      assert.ok(plan.steps.length <= PLAN_LIMITS.steps);
      assert.ok(utf8Bytes(plan.explanation) <= PLAN_LIMITS.explanationBytes);
      const ids = new Set(plan.steps.map(({ id }) => id));
      assert.equal(ids.size, plan.steps.length, 'an id stands twice');
      for (const step of plan.steps) {
        assert.match(step.id, ID_FORM);
        assert.deepEqual(contentViolations(step.description, step.active_form), []);
        const links = [
          ...(step.depends_on ?? []),
          ...(step.parent_id === undefined ? [] : [step.parent_id]),
        ];
        for (const link of links) assert.ok(ids.has(link), `${step.id} -> ${link}`);
        assert.equal(new Set(step.depends_on).size, step.depends_on?.length ?? 0);
        assert.notDeepEqual(step.depends_on, []);
        assert.notEqual(step.active_form, '');
        linked += links.length;
      }
      assert.equal(dependencyCycle(plan.steps), undefined);
      assert.equal(parentCycle(plan.steps), undefined);
    });
    assert.ok(linked > 100, `only ${linked} links`);
  });

  it('nothing that waits for an open step is ever stored as pending or in progress', () => {
    check(({ outcome: { plan } }) => {
      for (const step of plan?.steps ?? []) {
        const open = plan?.steps.some(
          ({ id, status }) => step.depends_on?.includes(id) && !isResolved(status),
        );
        if (open) assert.ok(step.status !== 'pending' && step.status !== 'in_progress', step.id);
      }
    });
  });

  it('replaying the events that end the calls gives the current plan', () => {
    fc.assert(
      fc.property(anyCalls, (calls) => {
        let state = initialState;
        const plan = play(calls, ({ command, outcome }) => {
          const event = terminalEvent(command.name, CALLER.call_id, outcome);
          assert.equal(event.type, outcome.plan ? 'plan_updated' : 'tool_finished');
          state = evolve(state, planEventBodySchema.parse(JSON.parse(JSON.stringify(event))));
        });
        assert.deepEqual(state.plan, plan);
      }),
    );
  });

  it('[FC.53] every answer is under the bound, and says ERROR exactly where it refuses', () => {
    check(({ outcome: { result } }) => {
      const text = resultText(result);
      assert.ok(text.length < MAX_RESULT_TEXT, `${text.length} characters`);
      assert.equal(text.startsWith('ERROR: '), result.isError);
    });
  });

  it('[FC.32] every change is answered with the counts and the open steps, at most eight of them', () => {
    const names = new Set<string>();
    check(({ command, outcome: { plan, result } }) => {
      if (!plan) return;
      names.add(command.name);
      const text = resultText(result);
      const completed = plan.steps.filter(({ status }) => status === 'completed').length;
      if (command.name === 'write_plan') {
        assert.ok(
          plan.steps.length === 0 || text.includes(`(${completed}/${plan.steps.length} completed)`),
        );
      } else {
        const steps = plan.steps.length === 1 ? '1 step' : `${plan.steps.length} steps`;
        assert.ok(
          text.includes(`Plan revision ${plan.revision}: ${steps}, ${completed} completed.`),
          text,
        );
      }
      const open = plan.steps.filter(({ status }) => !isResolved(status));
      for (const [at, step] of plan.steps.entries()) {
        const place = open.indexOf(step);
        if (place < 0) continue;
        const shown =
          command.name === 'write_plan'
            ? new RegExp(`^${at + 1}\\. \\[[ ~!]\\] `, 'm').test(text)
            : command.name === 'update_plan'
              ? text.includes(`\n${step.id}: ${step.status}`)
              : new RegExp(`^${at + 1}\\. \\[[ ~!]\\] \\[`, 'm').test(text) || place >= 8;
        assert.ok(shown, `${step.id} is open and not told in: ${text}`);
      }
      const hidden = open.length - 8;
      if (hidden > 0 && !['write_plan', 'update_plan'].includes(command.name)) {
        assert.ok(text.includes(`\nand ${hidden} more`), text);
      }
    });
    assert.equal(names.size, 8, [...names].join(' '));
  });
});
