import { toPlanModeState } from '../../domain/planMode';
import type { SessionRecord } from '../../domain/session';
import { toActivity } from '../../protocol/planView';
import type { EventMessage } from '../../protocol/webviewMessages';
import type { SessionSnapshot } from '../../service/planReader';

/** What is said of a session above its plan. */
export type Heading = Pick<
  SessionSnapshot,
  'title' | 'coworker' | 'updated' | 'turn' | 'pinned' | 'planMode' | 'approved'
>;

export function headingOf(record: SessionRecord, turn: SessionSnapshot['turn']): Heading {
  const { title, coworker, updated, pinned = false, plan_mode, approved = null } = record;
  return { title, coworker, updated, pinned, approved, turn, planMode: toPlanModeState(plan_mode) };
}

type HeadingFields = Omit<Heading, 'turn'> & Pick<EventMessage, 'activity'>;

/** As messages to the view carry it. */
export function headingFields(heading: Heading): HeadingFields {
  const { title, coworker, updated, pinned, planMode, approved } = heading;
  return { title, coworker, updated, pinned, planMode, approved, activity: toActivity(heading) };
}
