import { ruleOf } from '../domain/commands/commandTable';
import { PLAN_LIMITS, type PlanDocument } from '../domain/plan';
import type { PlanCommand } from '../domain/planCommand';
import type { Situation } from '../domain/toolOutcome';
import type { PlanStore, SessionKey } from './planStore';
import type { IdMaker } from './ports';

/** So often are ids made again that the session used before, until something is wrong with the maker. */
const TRIES = 32;

/**
 * What a command needs to know of ids beside the plan: fresh ones for the steps that it makes, never
 * used in this session before (C7), and when those that it names and the plan has not were removed.
 */
export async function lookUpIds(
  store: Pick<PlanStore, 'removedSteps'>,
  session: SessionKey,
  plan: PlanDocument | null,
  command: PlanCommand,
  ids: IdMaker,
): Promise<Pick<Situation, 'newIds' | 'removedIn'>> {
  const rule = ruleOf(command);
  const current = new Set(plan?.steps.map(({ id }) => id));
  const made = rule.makes?.(command.input) ?? [];
  const missing = [...new Set(rule.names?.(command.input) ?? [])]
    .filter((id) => !current.has(id))
    // More than a plan can hold are refused in any case, and only the first ones are told of.
    .slice(0, PLAN_LIMITS.steps);
  const removedIn = missing.length > 0 ? await store.removedSteps(session, missing) : new Map();
  const wanted = Math.min(made.filter((id) => id === undefined).length, PLAN_LIMITS.steps);
  if (wanted === 0) return { newIds: [], removedIn };

  const fresh = new Set<string>();
  for (let tries = 0; fresh.size < wanted; tries++) {
    if (tries === TRIES) throw new Error('The id maker gives only ids that were used before.');
    const candidates = Array.from({ length: wanted - fresh.size }, () => ids.uuid().slice(0, 8));
    const free = candidates.filter((id) => !current.has(id) && !made.includes(id));
    const used = free.length > 0 ? await store.removedSteps(session, free) : new Map();
    for (const id of free) if (!used.has(id)) fresh.add(id);
  }
  return { newIds: [...fresh], removedIn };
}
