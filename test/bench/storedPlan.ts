import { join } from 'node:path';
import type { PlanDocument } from '../../src/domain/plan';
import { createPlanHost, type PlanHost } from '../../src/host/planHost';
import type { StoreSettings } from '../../src/stores/storeSettings';
import { fakeLog } from '../support/fakeLog';

const wasmFile = join(require.resolve('sql.js'), '..', 'sql-wasm.wasm');

/** A store with its service, opened outside of the editor. */
export function openHost(store: StoreSettings): PlanHost {
  return createPlanHost({ store, wasmFile, clock: { now: () => Date.now() }, log: fakeLog() });
}

export function openFolder(folder: string): PlanHost {
  return openHost({ kind: 'sqlite', folder });
}

/** What is on disk for a chat, in the profile of a workbench. */
export async function storedPlan(userData: string, session: string): Promise<PlanDocument | null> {
  const host = openFolder(
    join(userData, 'User', 'globalStorage', 'session-plans.session-plans', 'sessions'),
  );
  const snapshot = await host.service.snapshot(session);
  await host.dispose();
  return snapshot?.plan ?? null;
}
