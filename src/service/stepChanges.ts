import { stepEvents, type StepEvent } from '../domain/stepEvents';
import type { CommittedChange } from './planReader';
import type { SessionKey } from './planStore';

/** What one accepted call did to single steps; told after it is durable (planning 7.3, PT.78). */
export interface StepsChanged {
  readonly session: SessionKey;
  readonly turn_id: string;
  readonly call_id: string;
  readonly revision: number;
  readonly events: readonly StepEvent[];
}

/** Undefined when no step changed: another order or explanation alone is no step event. */
export function toStepsChanged({
  session,
  record,
  before,
}: CommittedChange): StepsChanged | undefined {
  const { plan } = record;
  const events = stepEvents(before, plan);
  if (!plan || events.length === 0) return undefined;
  const { turn_id, call_id, revision } = plan;
  return { session, turn_id, call_id, revision, events };
}
