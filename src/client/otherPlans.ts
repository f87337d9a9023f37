import { stepEvents as domainStepEvents } from '../domain/stepEvents';
import type { Plan, PlanStep, StepEvent } from './wireTypes';

/** What happened to single steps between two plans. */
export function stepEvents(before: Plan | null, after: Plan | null): StepEvent[] {
  return domainStepEvents(before, after);
}

/** What editors that speak the Agent Client Protocol show of a plan. */
export interface AcpPlanEntry {
  readonly content: string;
  readonly priority: 'high' | 'medium' | 'low';
  readonly status: 'pending' | 'in_progress' | 'completed';
}

/** The arguments of Codex' tool `update_plan`. */
export interface CodexPlan {
  readonly explanation?: string;
  readonly plan: readonly { readonly step: string; readonly status: AcpPlanEntry['status'] }[];
}

/** Cancelled steps are left out, blocked ones pending: there is nothing else in that protocol. */
export function toAcpEntries(plan: Plan | null): AcpPlanEntry[] {
  return shownSteps(plan).map(({ description, status }) => ({
    content: description,
    priority: 'medium',
    status,
  }));
}

/** The same steps as Codex has them. */
export function toCodexPlan(plan: Plan | null): CodexPlan {
  const explanation = plan?.explanation ?? '';
  return {
    ...(explanation !== '' && { explanation }),
    plan: shownSteps(plan).map(({ description, status }) => ({ step: description, status })),
  };
}

function shownSteps(plan: Plan | null): { description: string; status: AcpPlanEntry['status'] }[] {
  return (plan?.steps ?? []).flatMap(({ description, status }: PlanStep) => {
    if (status === 'cancelled') return [];
    return [{ description, status: status === 'blocked' ? 'pending' : status }];
  });
}
