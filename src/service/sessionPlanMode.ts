import { PlanError } from '../domain/planError';
import type { PlanModeState } from '../domain/planMode';
import type { PlanReader } from './planReader';
import type { SessionKey } from './planStore';
import type { SelectPlanMode } from './sessionCommand';

/**
 * `session.planMode` and `session.setPlanMode` (planning 8.2): null where plan mode does not exist, and
 * `session_not_found` for a session that does not. Nothing is known here of boundaries.
 */
export interface SessionPlanMode {
  planMode(session: SessionKey): Promise<PlanModeState | null>;
  /** Selects it for the next request. */
  setPlanMode(session: SessionKey, active: boolean): Promise<PlanModeState | null>;
}

export interface PlanModePorts {
  snapshot: PlanReader['snapshot'];
  execute(command: SelectPlanMode): Promise<PlanModeState | null>;
}

export function sessionPlanMode(service: PlanModePorts): SessionPlanMode {
  return {
    planMode: async (session) => {
      const snapshot = await service.snapshot(session);
      if (!snapshot) throw new PlanError('session_not_found', 'There is no such session.');
      return snapshot.planMode;
    },
    setPlanMode: (session, active) =>
      service.execute({ kind: 'select_plan_mode', session, active }),
  };
}
