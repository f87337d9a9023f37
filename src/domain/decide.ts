import { ruleOf } from './commands/commandTable';
import type { PlanCommand } from './planCommand';
import type { Situation, ToolOutcome } from './toolOutcome';

/** The one place where a command becomes an outcome. Pure: the same arguments give the same outcome. */
export function decide(situation: Situation, command: PlanCommand): ToolOutcome {
  return ruleOf(command).decide(situation, command.input);
}
