import assert from 'node:assert/strict';
import fc from 'fast-check';
import { planDocumentSchema, revisionOf, type PlanDocument } from '../../src/domain/plan';
import type { PlanCommand } from '../../src/domain/planCommand';
import { planEventBodySchema } from '../../src/domain/planEvent';
import { planViolations } from '../../src/domain/planRules';
import { evolve, initialState } from '../../src/domain/planState';
import { terminalEvent } from '../../src/domain/toolOutcome';
import { MAX_RESULT_TEXT, resultText } from '../../src/domain/toolResult';
import { anyUpdateInput, validExplanation, validSteps } from './planArbitraries';
import { CALLER, decided, planAt, readPlan, update } from './planFixtures';

/** A session's life: lists that fit and lists that do not, on the right base and on wrong ones. */
const history = fc.array(
  fc.oneof(
    anyUpdateInput.map((input) => ({ onCurrent: false, input })),
    fc.record({
      onCurrent: fc.constant(true),
      input: fc.record({ expected_revision: fc.constant(0), steps: validSteps }),
    }),
  ),
  { maxLength: 8 },
);

describe('what holds for every sequence of calls', () => {
  it('[DP.36][DP.42] the revision grows by one per accepted list and a refused one changes nothing', () => {
    fc.assert(
      fc.property(history, (calls) => {
        let plan: PlanDocument | null = null;
        for (const { onCurrent, input } of calls) {
          const base: number = onCurrent ? revisionOf(plan) : input.expected_revision;
          const before: PlanDocument | null = structuredClone(plan);
          const command = {
            name: 'update_plan',
            input: { ...input, expected_revision: base },
          } as const;
          const { result, plan: next } = decided(plan, command);
          assert.deepEqual(plan, before);
          assert.equal(result.isError, next === undefined);
          if (!next) continue;
          assert.equal(next.revision, revisionOf(plan) + 1);
          assert.deepEqual(planDocumentSchema.parse(next), next);
          plan = next;
        }
      }),
    );
  });

  it('replaying every event from the beginning gives the current plan', () => {
    fc.assert(
      fc.property(history, (calls) => {
        let plan: PlanDocument | null = null;
        let state = initialState;
        for (const { onCurrent, input } of calls) {
          const base: number = onCurrent ? revisionOf(plan) : input.expected_revision;
          const outcome = decided(plan, {
            name: 'update_plan',
            input: { ...input, expected_revision: base },
          });
          plan = outcome.plan ?? plan;
          const event = terminalEvent('update_plan', CALLER.call_id, outcome);
          state = evolve(state, planEventBodySchema.parse(JSON.parse(JSON.stringify(event))));
        }
        assert.deepEqual(state.plan, plan);
      }),
    );
  });

  it('[DP.41] a list is accepted exactly when it breaks no rule, else the first broken one is the code', () => {
    fc.assert(
      fc.property(anyUpdateInput, (input) => {
        const command = { name: 'update_plan', input: { ...input, expected_revision: 3 } } as const;
        const { plan, result } = decided(planAt(3, []), command);
        const [first] = planViolations(input);
        if (first) {
          assert.deepEqual(result.structuredContent, { error: first.code, revision: 3 });
        } else {
          assert.equal(plan?.revision, 4);
        }
      }),
    );
  });
});

describe('size of what the model reads', () => {
  const bounded = (text: string) => {
    assert.ok(text.length < MAX_RESULT_TEXT, `${text.length} characters`);
  };
  const biggest = (description: string) =>
    Array.from({ length: 32 }, (_, index) => ({
      id: `${index}`.padStart(64, '~'),
      description,
      status: 'in_progress' as const,
    }));
  const worstPlans = [
    'x'.repeat(240),
    'é'.repeat(120),
    '👩‍👩‍👧‍👦'.repeat(9),
    'e\u0301'.repeat(80),
    '\u202e'.repeat(80),
  ].map((description) => planAt(Number.MAX_SAFE_INTEGER - 1, biggest(description)));

  it('[FC.53] every answer about the biggest plans stays under its bound, ids and statuses whole', () => {
    for (const plan of worstPlans) {
      const accepted = plan.steps.map(({ id, description }) => ({
        id,
        description,
        status: 'completed' as const,
      }));
      const answers = [
        decided(plan, readPlan),
        decided(plan, update(3, [])),
        decided(plan, update(plan.revision, accepted)),
      ];
      for (const { result } of answers) {
        const text = resultText(result);
        bounded(text);
        for (const { id } of plan.steps) assert.ok(text.includes(id));
      }
    }
  });

  it('[FC.53] every refusal stays under its bound, whatever the list was', () => {
    const nothingRight = Array.from({ length: 400 }, () => ({
      id: '\ud800'.repeat(5_000),
      description: '\0'.repeat(5_000),
      status: 'in_progress' as const,
    }));
    bounded(resultText(decided(null, update(0, nothingRight, '\n'.repeat(5_000))).result));
    const sameId = Array.from({ length: 400 }, () => ({ ...nothingRight[0], id: 'i'.repeat(64) }));
    bounded(resultText(decided(null, update(0, sameId as never, '\n')).result));
    fc.assert(
      fc.property(anyUpdateInput, (input) => {
        bounded(resultText(decided(null, { name: 'update_plan', input }).result));
      }),
    );
  });

  it('[FC.53] a plan of any length between is answered whole, or cut to the bound and marked so', () => {
    fc.assert(
      fc.property(validSteps, validExplanation, fc.boolean(), (steps, explanation, stale) => {
        const plan = planAt(3, steps, explanation);
        const text = resultText(decided(plan, stale ? update(2, []) : readPlan).result);
        bounded(text);
        const whole = steps.every(({ description }) => text.includes(description));
        assert.equal(text.includes('shortened'), !whole);
      }),
    );
  });

  it('[FC.53] the bound holds at each length around it', () => {
    const answer = (command: PlanCommand, firstLength: number) => {
      const steps = Array.from({ length: 30 }, (_, index) => ({
        id: `s${index}`,
        description: 'x'.repeat(index === 0 ? firstLength : 165),
        status: 'pending' as const,
      }));
      return resultText(decided(planAt(3, steps), command).result);
    };
    for (const command of [readPlan, update(2, [])]) {
      const room = MAX_RESULT_TEXT - answer(command, 0).length;
      const texts = Array.from({ length: 24 }, (_, at) => answer(command, room - 12 + at));
      for (const text of texts) bounded(text);
      assert.ok(!texts.at(0)?.includes('shortened'));
      assert.ok(texts.at(-1)?.includes('shortened'));
    }
  });
});
