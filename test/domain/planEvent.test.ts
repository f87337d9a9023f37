import assert from 'node:assert/strict';
import { planEventBodySchema } from '../../src/domain/planEvent';
import { terminalEvent } from '../../src/domain/toolOutcome';
import { given, planAt, readPlan, step, update } from './planFixtures';

describe('the event that ends a call', () => {
  const accepted = given(null).when(update(0, [step('a')], 'Why')).outcome;
  const event = terminalEvent('update_plan', 'call-1', accepted);

  it('[DP.53][DP.54][DP.55][DP.56][DP.57] an accepted change carries tool, call, plan, result and what it enforces', () => {
    assert.deepEqual(event, {
      type: 'plan_updated',
      data: {
        name: 'update_plan',
        call_id: 'call-1',
        plan: accepted.plan,
        result: accepted.result,
        enforcement: 'session-metadata-only',
      },
    });
    assert.equal(event.data.result, accepted.result);
  });

  it('[DP.60][DP.61] a refusal and a reading end with tool_finished and carry no plan', () => {
    for (const { outcome } of [
      given(planAt(1, [step('a')])).when(update(0, [])),
      given(null).when(update(0, [step('')])),
      given(null).when(readPlan),
    ]) {
      assert.deepEqual(terminalEvent('some_tool', 'call-2', outcome), {
        type: 'tool_finished',
        data: { name: 'some_tool', call_id: 'call-2', result: outcome.result },
      });
    }
  });

  it('is read back from JSON as it was, and refused with a field too many', () => {
    assert.deepEqual(planEventBodySchema.parse(JSON.parse(JSON.stringify(event))), event);
    assert.ok(!planEventBodySchema.safeParse({ ...event, extra: 1 }).success);
    assert.ok(!planEventBodySchema.safeParse({ ...event, type: 'plan_deleted' }).success);
  });
});
