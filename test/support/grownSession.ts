import type { PlanStore } from '../../src/service/planStore';
import { aPlanCommit } from './storeFixtures';

/** As appendPlans, without a look at what is stored in between. */
export async function appendMany(store: PlanStore, key: string, upTo: number): Promise<void> {
  let generation = (await store.load(key))?.generation ?? 0;
  while (generation < upTo) {
    await store.append(key, generation, aPlanCommit(key, generation + 1));
    generation++;
  }
}

/** A session whose file has free room: it had a long guidance once. */
export async function withFreeRoom(store: PlanStore, key: string): Promise<void> {
  const configuration = { planning: true, subtasks: false };
  for (const more of [{ guidance: 'g'.repeat(200_000) }, {}]) {
    const loaded = await store.load(key);
    if (!loaded) return;
    const record = { ...loaded.record, configuration: { ...configuration, ...more } };
    await store.append(key, loaded.generation, { record, events: [] });
  }
}
