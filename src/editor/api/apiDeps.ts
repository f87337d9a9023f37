import type { PlanService } from '../../service/planService';
import type { SessionKey } from '../../service/planStore';
import type { Clock, Log } from '../../service/ports';

export interface ApiDeps {
  readonly service: PlanService;
  readonly current: { called(session: SessionKey): void };
  readonly workspace: () => string | undefined;
  /** What a person set: no chat plans while it is false. */
  readonly enabled: () => boolean;
  readonly ownExtensionId: string;
  readonly clock: Clock;
  readonly log: Log;
}
