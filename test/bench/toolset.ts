import { decide } from '../../src/domain/decide';
import type { PlanDocument } from '../../src/domain/plan';
import { PLAN_TOOL_NAMES, type PlanCommand } from '../../src/domain/planCommand';
import { evolve, initialState } from '../../src/domain/planState';
import { terminalEvent, type Situation } from '../../src/domain/toolOutcome';
import { planningMode } from '../../src/domain/toolset';
import { shown, type BenchLine } from './benchResult';
import { fullPlan, longestDescription, ordinaryDescription } from './fullPlan';
import { timeOfCall } from './statistics';
import { toolCases, type ToolCase } from './toolCases';

const AT_MOST = 0.2;
const CALLER = { turn_id: 'turn', call_id: 'call' };
const WITH_SUBTASKS = planningMode({ planning: true, subtasks: true });
const WITHOUT_SUBTASKS = planningMode({ planning: true, subtasks: false });

/** What every tool costs by itself: decide and evolve, without store, schema and editor. */
export function measureToolset(): BenchLine[] {
  const ordinary = fullPlan(ordinaryDescription);
  const longest = fullPlan(longestDescription);
  return PLAN_TOOL_NAMES.flatMap((name) => [
    {
      ...lineOf(`${name}, 32 ordinary steps`, ordinary, toolCases(ordinary)[name]),
      atMost: AT_MOST,
    },
    lineOf(`${name}, 32 longest steps`, longest, toolCases(longest)[name]),
  ]);
}

/** The slower of both calls counts. */
function lineOf(name: string, plan: PlanDocument, tool: ToolCase): BenchLine {
  const room = { ...plan, steps: plan.steps.slice(0, -1) };
  const accepted = timed(situation(tool.needsRoom ? room : plan), tool.accepted, false);
  if (!tool.refused) return { name, value: accepted, unit: 'ms', note: 'it refuses nothing' };
  const mode = tool.refusedWithoutSubtasks ? WITHOUT_SUBTASKS : WITH_SUBTASKS;
  const refused = timed({ ...situation(plan), mode }, tool.refused, true);
  const note = `accepted ${shown(accepted)}, refused ${shown(refused)} ms`;
  return { name, value: Math.max(accepted, refused), unit: 'ms', note };
}

function situation(plan: PlanDocument): Situation {
  const newIds = ['new-0001'];
  return { plan, caller: CALLER, mode: WITH_SUBTASKS, newIds, removedIn: new Map() };
}

function timed(given: Situation, command: PlanCommand, isError: boolean): number {
  const state = { ...initialState, plan: given.plan };
  const call = () => {
    const outcome = decide(given, command);
    evolve(state, { ...terminalEvent(command.name, CALLER.call_id, outcome), ...CALLER });
    return outcome.result;
  };
  const result = call();
  if (result.isError !== isError) {
    throw new Error(
      `${command.name} was to be ${isError ? 'refused' : 'accepted'}: ${JSON.stringify(result)}`,
    );
  }
  return timeOfCall(call).wall;
}
