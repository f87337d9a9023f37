import { randomUUID } from 'node:crypto';
import { digest } from '../../src/host/digest';
import { thisProcess } from '../../src/host/thisProcess';
import { PlanService } from '../../src/service/planService';
import type { PlanStore, SessionCommit } from '../../src/service/planStore';
import { createMemoryStore } from '../../src/stores/memoryStore';
import { fakeLog } from '../support/fakeLog';
import { ordinaryPlan } from './ordinaryPlan';

/** What the service asks a store to commit for so many updates of an ordinary plan, one after the other. */
export async function recordedCommits(session: string, count: number): Promise<SessionCommit[]> {
  const commits: SessionCommit[] = [];
  const memory = createMemoryStore();
  const recording: PlanStore = {
    load: (key) => memory.load(key),
    append: (key, generation, commit, signal) => {
      commits.push(commit);
      return memory.append(key, generation, commit, signal);
    },
    recordedCall: (key, id) => memory.recordedCall(key, id),
    removedSteps: (key, ids) => memory.removedSteps(key, ids),
    events: (key, after, limit) => memory.events(key, after, limit),
    list: (filter, page) => memory.list(filter, page),
    remove: (key) => memory.remove(key),
    watch: (listener) => memory.watch(listener),
    close: () => memory.close(),
  };
  const service = new PlanService({
    store: () => Promise.resolve(recording),
    clock: { now: () => Date.now() },
    digest,
    ids: { uuid: randomUUID },
    process: thisProcess(),
    log: fakeLog(),
  });
  for (let revision = 0; revision < count; revision++) {
    const result = await service.execute({
      kind: 'guest_call',
      session,
      turn_id: 'turn',
      call_id: `call-${String(revision)}`,
      command: { name: 'update_plan', input: ordinaryPlan(revision) },
      origin: { coworker: 'chat', configuration: { planning: true, subtasks: false } },
    });
    if (result.isError) throw new Error(JSON.stringify(result));
  }
  await service.dispose();
  return commits;
}
