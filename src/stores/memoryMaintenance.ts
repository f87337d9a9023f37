import { PlanError } from '../domain/planError';
import type { PlanStore, SessionKey } from '../service/planStore';
import type {
  ExportedSession,
  SessionInspection,
  StoreMaintenance,
} from '../service/storeMaintenance';

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
  const loaded = await store.load(session);
  if (!loaded) return undefined;
  const { record, version, generation, readOnly, problems } = loaded;
  const { title, coworker, workspace, created, updated, plan } = record;
  return {
    session,
    store: 'memory',
    ...{ title, coworker, ...(workspace === undefined ? {} : { workspace }), created, updated },
    revision: plan?.revision ?? 0,
    ...{ version, events: version, generation, read_only: readOnly, files: [] },
    health: readOnly ? 'newer_version' : 'ok',
    problems: problems.map(({ message }) => message),
  };
}

async function exported(
  store: PlanStore,
  session: SessionKey,
): Promise<ExportedSession | undefined> {
  const loaded = await store.load(session);
  if (!loaded) return undefined;
  const { record, version } = loaded;
  const page = version === 0 ? undefined : await store.events(session, 0, version);
  const events = page?.kind === 'events' ? page.events : [];
  return { record, version, events, missing: [] };
}
