import { PlanError } from '../domain/planError';
import type { PlanStore, SessionKey } from '../service/planStore';
import type {
  ExportedSession,
  SessionInspection,
  StoreMaintenance,
} from '../service/storeMaintenance';
import { exportedFrom } from './exportedSession';
import { inspectionOf } from './inspectedSession';
import { examinationOf, readSession } from './storedLog';

/** What can be asked of sessions that live in memory; the rest is refused with the reason. */
export function createMemoryMaintenance(store: PlanStore): StoreMaintenance {
  const refuse = () =>
    Promise.reject(
      new PlanError(
        'invalid_input',
        'Plans are kept in memory here, so there are no files to verify, compact, restore or bring back.',
      ),
    );
  return {
    store: 'memory',
    folder: undefined,
    inspect: (session) => inspected(store, session),
    export: (session) => exported(store, session),
    verify: refuse,
    compact: refuse,
    offerCopy: refuse,
    restoreCopy: refuse,
    trash: refuse,
    trashed: refuse,
    untrash: refuse,
    sweepTrash: () => Promise.resolve(0),
  };
}

async function inspected(
  store: PlanStore,
  session: SessionKey,
): Promise<SessionInspection | undefined> {
  const read = await readSession(store, session, 1);
  return read.loaded && inspectionOf({ store: 'memory' }, session, examinationOf(read, []));
}

async function exported(
  store: PlanStore,
  session: SessionKey,
): Promise<ExportedSession | undefined> {
  const loaded = await store.load(session);
  return loaded && exportedFrom(store, loaded, 1);
}
