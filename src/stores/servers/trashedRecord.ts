import { PlanError } from '../../domain/planError';
import type { SessionRecord } from '../../domain/session';
import type { TrashedSession } from '../../service/storeMaintenance';

/** Undefined when it cannot be read; that hides no other. */
export function recordOrNothing(read: () => SessionRecord): SessionRecord | undefined {
  try {
    return read();
  } catch (error) {
    if (!PlanError.is(error)) throw error;
    return undefined;
  }
}

/** What the trash shows. */
export function shownInTrash({
  key,
  title,
  updated,
  plan,
}: SessionRecord): Omit<TrashedSession, 'id' | 'trashed'> {
  return { session: key, title, updated, revision: plan?.revision ?? 0 };
}
