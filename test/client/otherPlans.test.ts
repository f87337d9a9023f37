import assert from 'node:assert/strict';
import {
  applyEvent,
  stepEvents,
  toAcpEntries,
  toCodexPlan,
  type HeldPlan,
} from '../../src/client/client';
import type { PlanEvent } from '../../src/client/wireTypes';
import { planAt, stored } from '../domain/planFixtures';

const PLAN = planAt(
  3,
  [
    stored('a', { status: 'completed' }),
    stored('b', { status: 'in_progress', active_form: 'Doing b' }),
    stored('c', { status: 'blocked', depends_on: ['b'] }),
    stored('d', { status: 'cancelled' }),
    stored('e'),
  ],
  'Why it is so',
);

describe('a plan as others know it', () => {
  it('is entries of the Agent Client Protocol: content, priority and one of three statuses', () => {
    assert.deepEqual(toAcpEntries(PLAN), [
      { content: 'Do a', priority: 'medium', status: 'completed' },
      { content: 'Do b', priority: 'medium', status: 'in_progress' },
      { content: 'Do c', priority: 'medium', status: 'pending' },
      { content: 'Do e', priority: 'medium', status: 'pending' },
    ]);
    assert.deepEqual(toAcpEntries(null), []);
  });

  it('is what Codex gives its own tool', () => {
    assert.deepEqual(toCodexPlan(PLAN), {
      explanation: 'Why it is so',
      plan: [
        { step: 'Do a', status: 'completed' },
        { step: 'Do b', status: 'in_progress' },
        { step: 'Do c', status: 'pending' },
        { step: 'Do e', status: 'pending' },
      ],
    });
    assert.deepEqual(toCodexPlan(null), { plan: [] });
  });

  it('changes nothing of the plan that it is made of', () => {
    const before = structuredClone(PLAN);
    toAcpEntries(PLAN);
    toCodexPlan(PLAN);
    assert.deepEqual(PLAN, before);
  });
});

describe('what a client holds', () => {
  const updated = (cursor: string, revision: number): PlanEvent => ({
    ...{ type: 'plan_updated', cursor, at: '2026-01-01T00:00:00Z' },
    data: {
      ...{ name: 'update_plan', call_id: 'c', enforcement: 'session-metadata-only' },
      plan: planAt(revision, [stored('a')]),
      result: { isError: false, content: [] },
    },
  });
  const held: HeldPlan = { cursor: '4', plan: planAt(2, []) };

  it('[DP.69] takes the next event, and none that is older, comes twice, or leaves a gap', () => {
    assert.equal(applyEvent(held, updated('5', 3)).plan?.revision, 3);
    for (const cursor of ['3', '4', '6']) assert.equal(applyEvent(held, updated(cursor, 3)), held);
    const older = applyEvent(held, updated('5', 1));
    assert.deepEqual(older, { cursor: '5', plan: held.plan });
  });

  it('can be told step by step', () => {
    const before = planAt(1, [stored('a')]);
    const after = planAt(2, [stored('a', { status: 'completed' })]);
    assert.deepEqual(
      stepEvents(before, after).map(({ kind }) => kind),
      ['planning.updated', 'planning.status_changed', 'planning.completed'],
    );
  });
});
