import type { PlanDocument } from './plan';
import type { PlanCommand } from './planCommand';
import { readPlan } from './readPlan';
import type { Caller, ToolOutcome } from './toolOutcome';
import { updatePlan } from './updatePlan';

/** The one place where a command becomes an outcome. Pure: the same arguments give the same outcome. */
export function decide(
  plan: PlanDocument | null,
  command: PlanCommand,
  caller: Caller,
): ToolOutcome {
  switch (command.name) {
    case 'update_plan':
      return updatePlan(plan, command.input, caller);
    case 'read_plan':
      return readPlan(plan);
  }
}
