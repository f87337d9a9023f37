import type { PlanService } from '../../service/planService';
import type { PlanStore, SessionKey } from '../../service/planStore';
import type { Clock, Log } from '../../service/ports';
import type { Copied } from '../adoption/strandedPlans';
import type { PlanReviewer } from '../review/planReviewer';
import type { Settings } from '../settings/settings';

export interface ParticipantDeps {
  readonly service: PlanService;
  /** The store behind the service; opens it like any first use. */
  readonly store: () => Promise<PlanStore>;
  readonly current: { called(session: SessionKey): void };
  readonly workspace: () => string | undefined;
  readonly settings: () => Settings;
  readonly copied: Copied;
  readonly clock: Clock;
  readonly log: Log;
}

export interface AnsweringDeps extends ParticipantDeps {
  /** Answers `exit_plan_mode`. */
  readonly reviewer: PlanReviewer;
}
