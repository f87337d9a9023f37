import { join } from 'node:path';
import type { PlanDocument } from '../../src/domain/plan';
import { createPlanHost } from '../../src/host/planHost';
import { fakeLog } from '../support/fakeLog';

const wasmFile = join(require.resolve('sql.js'), '..', 'sql-wasm.wasm');

/** The store of a folder, opened outside of the editor. */
export function openFolder(folder: string) {
  return createPlanHost({
    store: { kind: 'sqlite', folder },
    wasmFile,
    clock: { now: () => Date.now() },
    log: fakeLog(),
  });
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
