import assert from 'node:assert/strict';
import { evolve, initialState } from '../../src/domain/planState';
import type { PlanStore } from '../../src/service/planStore';
import { digestOf, type ChaosAnswer } from './chaosPlace';
import { eventsUpTo } from './replayedLog';
import { loadExisting } from './storeFixtures';

/** Of every session so many calls, evenly spread, are also looked up by their id. */
const LOOKED_UP = 250;

/**
 * Every acknowledged change of a session is there, once and with its answer; the log is whole and gives the plan.
 * `tolerated`: codes of failures that may have been answered. `unknown`: calls that counted without an answer.
 */
export async function assertNothingLost(
  store: PlanStore,
  session: string,
  answers: readonly ChaosAnswer[],
  tolerated: readonly string[] = ['retry'],
): Promise<{ version: number; changes: number; unknown: number }> {
  const failed = answers.filter(
    ({ failed }) => failed !== undefined && !tolerated.includes(failed),
  );
  assert.deepEqual(failed, []);
  const answered = answers.filter(({ answer }) => answer !== undefined);
  if (!(await store.load(session))) {
    // On a machine with much to do nobody may have come to it.
    assert.equal(answered.length, 0, `${session} was acknowledged, and is lost`);
    return { version: 0, changes: 0, unknown: 0 };
  }
  const { record, version, problems } = await loadExisting(store, session);
  assert.deepEqual(problems, []);
  const events = await eventsUpTo(store, session, version);
  assert.deepEqual(events.reduce(evolve, initialState).plan, record.plan);
  const changes = events.flatMap((event) => (event.type === 'plan_updated' ? [event] : []));
  assert.deepEqual(
    changes.map(({ data }) => data.plan.revision),
    changes.map((_, at) => at + 1),
  );
  assert.equal(record.plan?.revision, changes.length);
  const logged = new Map(
    events.flatMap(({ type, data }) =>
      type === 'plan_updated' || type === 'tool_finished' ? [[data.call_id, data.result]] : [],
    ),
  );
  assert.ok(logged.size >= version - 1, 'a call has two events');
  const stride = Math.ceil(answered.length / LOOKED_UP);
  for (const [at, { call_id, answer }] of answered.entries()) {
    const result = logged.get(call_id);
    assert.ok(result, `${call_id} was acknowledged, and is lost`);
    assert.equal(digestOf(result), answer, call_id);
    logged.delete(call_id);
    if (at % stride !== 0) continue;
    assert.deepEqual((await store.recordedCall(session, call_id))?.result, result);
  }
  return { version, changes: changes.length, unknown: logged.size };
}
