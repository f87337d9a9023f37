import type { NewPlanEvent, PlanEvent } from '../domain/planEvent';

/** For another log, which gives it its place. */
export function toNewEvent(event: PlanEvent): NewPlanEvent {
  const fields = Object.entries(event).filter(([field]) => field !== 'sequence');
  return Object.fromEntries(fields) as NewPlanEvent;
}
