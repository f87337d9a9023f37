import assert from 'node:assert/strict';
import type { PlanEvent } from '../../src/domain/planEvent';
import { PlanError } from '../../src/domain/planError';
import { rebuiltRecord } from '../../src/stores/servers/rebuiltRecord';
import { aPlan, aPlanCommit, aRecord, aStep } from '../support/storeFixtures';

const KEY = 'srv:one';
const AT = '2030-01-02T00:00:00.000Z';

function logOf(...revisions: number[]): PlanEvent[] {
  const events = revisions.flatMap((revision) => aPlanCommit(KEY, revision).events);
  return events.map((event, at) => ({ ...event, sequence: at + 1 }));
}

describe('A record that is rebuilt from the history of its session', () => {
  it('has the last plan, and what else events tell', () => {
    const [first, ...rest] = logOf(1, 2);
    assert.ok(first);
    const data = { coworker: 'release-manager' };
    const created: PlanEvent = { type: 'session_created', data, at: AT, sequence: 1 };
    const approval = { revision: 1, outcome: 'approved' as const };
    const events: PlanEvent[] = [
      ...[created, { ...first, sequence: 2 }],
      { type: 'plan_reviewed', data: approval, at: AT, sequence: 3 },
      ...rest.map((event) => ({ ...event, sequence: 4 })),
    ];
    const record = rebuiltRecord(KEY, events, undefined);
    assert.deepEqual(record, {
      ...{ key: KEY, coworker: 'release-manager', title: 'Why not', created: AT },
      updated: '2030-01-01T00:00:00.000Z',
      required_capabilities: aRecord(KEY).required_capabilities,
      configuration: { planning: true, subtasks: false },
      plan: aPlan(2),
      approved: 1,
    });
  });

  it('is for subtasks where the plan has some', () => {
    const plan = aPlan(1, [aStep('one'), aStep('two', { parent_id: 'one' })]);
    const [event] = aPlanCommit(KEY, 1, { plan }).events;
    assert.ok(event);
    const { configuration } = rebuiltRecord(KEY, [{ ...event, sequence: 1 }], undefined);
    assert.equal(configuration.subtasks, true);
  });

  it('differs from one that can be read in the plan alone, and is none where that is the same', () => {
    const now = aRecord(KEY, { title: 'My title', pinned: true, plan: aPlan(9) });
    assert.deepEqual(rebuiltRecord(KEY, logOf(1, 2), now), { ...now, plan: aPlan(2) });
    for (const [events, record] of [
      [logOf(1, 2), { ...now, plan: aPlan(2) }],
      [[], undefined],
      [[], now],
    ] as const)
      assert.throws(
        () => rebuiltRecord(KEY, events, record),
        (error) => PlanError.is(error, 'invalid_input'),
      );
  });
});
