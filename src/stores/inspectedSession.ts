import type { SessionRecord } from '../domain/session';
import type { SessionKey } from '../service/planStore';
import type { SessionInspection, StoreMaintenance, StoredState } from '../service/storeMaintenance';
import type { ExaminedSession } from './storedLog';

/** What a session is at a moment, shortly. */
export function toState({ title, updated, plan }: SessionRecord): StoredState {
  return { title, updated, revision: plan?.revision ?? 0 };
}

/** What is told of a session wherever it is kept; the store adds what is its own. */
export function inspectionOf(
  { store }: Pick<StoreMaintenance, 'store'>,
  session: SessionKey,
  { loaded, exported, health, problems }: ExaminedSession,
): SessionInspection {
  const record = loaded?.record;
  return {
    ...{ session, store },
    ...(record && {
      title: record.title,
      coworker: record.coworker,
      ...(record.workspace === undefined ? {} : { workspace: record.workspace }),
      created: record.created,
      updated: record.updated,
      revision: record.plan?.revision ?? 0,
    }),
    ...(loaded && { version: loaded.version }),
    ...(exported && { events: exported.events.length }),
    ...(loaded && { generation: loaded.generation, read_only: loaded.readOnly }),
    ...{ files: [], health, problems },
  };
}
