import { stepsById, waits } from './dependencies';
import type { PlanStep } from './plan';

/**
 * Blocks what waits for an open step and frees what no longer does, judged against the list as given:
 * one pass is enough, because it never resolves a step. Steps without prerequisites, and resolved
 * ones, stay as they are (planning 4.3).
 */
export function reconcileBlocks(steps: readonly PlanStep[]): PlanStep[] {
  const byId = stepsById(steps);
  return steps.map((step) => {
    if (!step.depends_on?.length) return step;
    const isWaiting = waits(step, byId);
    const isOpen = step.status === 'pending' || step.status === 'in_progress';
    if (isWaiting && isOpen) return { ...step, status: 'blocked' };
    if (!isWaiting && step.status === 'blocked') return { ...step, status: 'pending' };
    return step;
  });
}

/** Without links to steps that are not in the list. */
export function withoutDanglingLinks(steps: readonly PlanStep[]): PlanStep[] {
  const ids = new Set(steps.map(({ id }) => id));
  return steps.map((step) => {
    const { parent_id, depends_on, ...rest } = step;
    const kept = depends_on?.filter((id) => ids.has(id)) ?? [];
    const orphaned = parent_id !== undefined && !ids.has(parent_id);
    if (!orphaned && kept.length === (depends_on?.length ?? 0)) return step;
    return {
      ...rest,
      ...(parent_id !== undefined && !orphaned && { parent_id }),
      ...(kept.length > 0 && { depends_on: kept }),
    };
  });
}
