import { stepEvents as domainStepEvents } from '../domain/stepEvents';
import type { Plan, PlanStep, StepStatus } from './wireTypes';

/** A step as events about single steps call it. */
export interface StepItem {
  readonly id: string;
  readonly content: string;
  readonly status: StepStatus;
  readonly active_form: string;
  readonly parent_id: string | null;
  readonly depends_on: readonly string[];
}

export interface StepEvent {
  readonly kind:
    | 'planning.created'
    | 'planning.updated'
    | 'planning.status_changed'
    | 'planning.completed'
    | 'planning.deleted';
  /** The step after the change; for a deleted one, as it was last. */
  readonly item: StepItem;
  /** Null for created and deleted. */
  readonly previous_state: StepItem | null;
}

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
