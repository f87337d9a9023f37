import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import type { PlanStore } from '../../src/service/planStore';
import type { SealingLimits } from '../../src/stores/sqlite/segments/sealing';
import type { SqliteFolder } from './sqliteFolder';
import { aCall, aPlan, aPlanCommit, goneIn, loadExisting } from './storeFixtures';

/** A few commits seal, some more merge. */
export const SMALL_LIMITS: SealingLimits = {
  mostLive: 6,
  keptLive: 2,
  mostLiveBytes: 1024 * 1024,
  fewestSealed: 2,
  mostSealed: 8,
  mostRemoved: 3,
  mergedAt: 3,
  largeEvents: 12,
  largeBytes: 1024 * 1024,
};

/** Appends the revisions up to `last`, one after the other, each with an event, a call and a removal. */
export async function appendUpTo(store: PlanStore, key: string, last: number): Promise<void> {
  let revision = (await store.load(key))?.generation ?? 0;
  for (; revision < last; revision++) {
    const outcome = await store.append(key, revision, aPlanCommit(key, revision + 1));
    assert.equal(outcome.kind, 'appended', `revision ${String(revision + 1)}`);
  }
}

/** Names of the session's segments, oldest first. */
export function segmentsOf(folder: SqliteFolder): string[] {
  const first = (name: string) => Number(/seg-(\d+)/.exec(name)?.[1]);
  return readdirSync(folder.folder)
    .filter((name) => name.includes('.seg-') && !name.endsWith('.tmp'))
    .sort((a, b) => first(a) - first(b) || a.length - b.length);
}

/** Everything that appendUpTo wrote is there, to the last id, and nothing else. */
export async function assertWhole(store: PlanStore, key: string, last: number): Promise<void> {
  const loaded = await loadExisting(store, key);
  assert.deepEqual(loaded.record.plan, aPlan(last));
  assert.deepEqual([loaded.version, loaded.generation, loaded.problems], [last, last, []]);
  const page = await store.events(key, 0, last + 10);
  const events = numbers(last).map((sequence) => ({
    ...aPlanCommit(key, sequence).events[0],
    sequence,
  }));
  assert.deepEqual(page, { kind: 'events', events });
  for (const revision of numbers(last)) {
    const callId = `call-${String(revision)}`;
    assert.deepEqual(await store.recordedCall(key, callId), aCall(callId));
  }
  assert.equal(await store.recordedCall(key, `call-${String(last + 1)}`), undefined);
  const gone = await store.removedSteps(key, [...numbers(last).map(goneIn), goneIn(last + 1)]);
  assert.deepEqual(
    [...gone].sort(),
    numbers(last)
      .map((at) => [goneIn(at), at])
      .sort(),
  );
}

export function numbers(last: number): number[] {
  return Array.from({ length: last }, (_, at) => at + 1);
}
