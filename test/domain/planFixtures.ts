import assert from 'node:assert/strict';
import { decide } from '../../src/domain/decide';
import type { PlanDocument, PlanStep } from '../../src/domain/plan';
import type {
  PlanCommand,
  PlanInput,
  PlanToolName,
  UpdatePlanInput,
} from '../../src/domain/planCommand';
import type { Caller, PlanningMode, Situation, ToolOutcome } from '../../src/domain/toolOutcome';
import { resultText, type ToolResult } from '../../src/domain/toolResult';
import { planningMode } from '../../src/domain/toolset';

export type StepInput = UpdatePlanInput['steps'][number];

export const CALLER: Caller = { turn_id: 'turn-1', call_id: 'call-1' };

/** A coworker with every tool of its mode. */
export const PLAIN: PlanningMode = planningMode({ planning: true, subtasks: false });
export const SUBTASKS: PlanningMode = planningMode({ planning: true, subtasks: true });

const NEW_IDS = Array.from({ length: 32 }, (_, index) => `new${index + 1}`);

/** A situation; what is not given is that of a coworker without subtasks. */
export function situation(plan: PlanDocument | null, fields: Partial<Situation> = {}): Situation {
  return { plan, caller: CALLER, mode: PLAIN, newIds: NEW_IDS, removedIn: new Map(), ...fields };
}

export function decided(
  plan: PlanDocument | null,
  command: PlanCommand,
  fields: Partial<Situation> = {},
): ToolOutcome {
  return decide(situation(plan, fields), command);
}

export function step(id: string, fields: Partial<StepInput> = {}): StepInput {
  return { id, description: `Do ${id}`, status: 'pending', ...fields };
}

/** A step as an earlier call left it. */
export function stored(id: string, fields: Partial<PlanStep> = {}): PlanStep {
  return { id, description: `Do ${id}`, status: 'pending', ...fields };
}

export function manySteps(count: number): StepInput[] {
  return Array.from({ length: count }, (_, index) => step(`s${index + 1}`));
}

/** A stored plan as an earlier turn left it. */
export function planAt(
  revision: number,
  steps: readonly PlanStep[],
  explanation = '',
): PlanDocument {
  return { revision, turn_id: 'turn-0', call_id: 'call-0', explanation, steps: [...steps] };
}

export function update(
  expectedRevision: number,
  steps: readonly StepInput[],
  explanation?: string,
): PlanCommand {
  const input = { expected_revision: expectedRevision, steps: [...steps] };
  return {
    name: 'update_plan',
    input: explanation === undefined ? input : { ...input, explanation },
  };
}

export function call<Name extends PlanToolName>(name: Name, input: PlanInput<Name>): PlanCommand {
  return { name, input } as PlanCommand;
}

/** `id:status` of each step, in order. */
export function statuses(plan: PlanDocument | null | undefined): string {
  return (plan?.steps ?? []).map(({ id, status }) => `${id}:${status}`).join(' ');
}

export const readPlan: PlanCommand = { name: 'read_plan', input: {} };

/** given(plan).when(command).then(…): one decision, checked to leave its arguments as they were. */
export function given(plan: PlanDocument | null, fields: Partial<Situation> = {}) {
  return {
    when(command: PlanCommand, caller: Caller = CALLER) {
      const argumentsBefore = structuredClone({ plan, command });
      const outcome = decided(plan, command, { caller, ...fields });
      assert.deepEqual({ plan, command }, argumentsBefore, 'the decision changed its arguments');
      const text = resultText(outcome.result);
      return {
        outcome,
        text,
        /** Accepted: the next plan has at least these fields. */
        then(expected: Partial<PlanDocument>): PlanDocument {
          assert.equal(outcome.result.isError, false, text);
          const next = outcome.plan;
          assert.ok(next, 'an accepted change has a next plan');
          assert.deepEqual({ ...next, ...expected }, next);
          return next;
        },
        /** Refused: no next plan, and the answer names the code and the revision that stands. */
        thenRefused(code: string): string {
          assert.equal(outcome.plan, undefined, `accepted, but ${code} was due`);
          assert.deepEqual(outcome.result.structuredContent, {
            error: code,
            revision: plan?.revision ?? 0,
          });
          assert.equal(outcome.result.isError, true);
          assert.match(text, /^ERROR: /);
          return text;
        },
        thenAnswers(): ToolResult {
          assert.equal(outcome.plan, undefined);
          assert.equal(outcome.result.isError, false, text);
          return outcome.result;
        },
      };
    },
  };
}
