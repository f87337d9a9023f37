import {
  planModeAtBoundary,
  type PlanModeState,
  selectPlanMode,
  toPlanModeState,
} from '../domain/planMode';
import { writableSession } from './decideTurn';
import type { LoadedSession } from './planStore';
import { toIsoTime, type Clock, type ProcessIdentity } from './ports';
import type { ReachBoundary, SelectPlanMode } from './sessionCommand';
import type { SessionDecision } from './sessionDecision';
import { assertRunning } from './turnFence';

type ModeDecision = SessionDecision<PlanModeState | null>;

/** A target is kept beside the log: no event, and nothing that runs hears of it (C20). */
export function decideSelect(
  loaded: LoadedSession | undefined,
  { active }: SelectPlanMode,
): ModeDecision {
  const { record } = writableSession(loaded);
  if (!record.plan_mode) return { kind: 'answer', result: null };
  const plan_mode = selectPlanMode(record.plan_mode, active);
  const result = toPlanModeState(plan_mode);
  if (plan_mode === record.plan_mode) return { kind: 'answer', result };
  return { kind: 'commit', commit: { record: { ...record, plan_mode }, events: [] }, result };
}

/** ONE commit: the event and the intent that it cleared. */
export function decideBoundary(
  { clock, process }: { readonly clock: Clock; readonly process: ProcessIdentity },
  loaded: LoadedSession | undefined,
  { turn_id }: ReachBoundary,
): ModeDecision {
  const { record } = writableSession(loaded);
  assertRunning(record.turn, turn_id, process);
  if (!record.plan_mode) return { kind: 'answer', result: null };
  if (record.plan_mode.intent === undefined) {
    return { kind: 'answer', result: toPlanModeState(record.plan_mode) };
  }
  const { record: plan_mode, switched } = planModeAtBoundary(record.plan_mode);
  const { active } = plan_mode;
  const at = toIsoTime(clock.now());
  const events = switched ? [{ type: 'plan/mode', data: { active }, turn_id, at } as const] : [];
  const commit = { record: { ...record, plan_mode }, events };
  return { kind: 'commit', commit, result: toPlanModeState(plan_mode) };
}
