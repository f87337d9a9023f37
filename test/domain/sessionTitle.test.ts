import assert from 'node:assert/strict';
import fc from 'fast-check';
import { PlanError } from '../../src/domain/planError';
import { givenTitle, titleFromPlan, titleProblem } from '../../src/domain/sessionTitle';
import { hasForbiddenCharacter, utf8Bytes } from '../../src/domain/textLimits';
import { validExplanation, validSteps } from './planArbitraries';
import { planAt, step } from './planFixtures';

describe('title of a session', () => {
  it('is the explanation, else the first step, else empty', () => {
    assert.equal(titleFromPlan(planAt(1, [step('a')], ' Ship it ')), 'Ship it');
    assert.equal(titleFromPlan(planAt(1, [step('a'), step('b')])), 'Do a');
    assert.equal(titleFromPlan(planAt(1, [step('a')], '   ')), 'Do a');
    assert.equal(titleFromPlan(planAt(1, [])), '');
  });

  it('[FC.51] has at most 120 bytes and ends between graphemes', () => {
    const family = '👩‍👩‍👧‍👦';
    assert.equal(titleFromPlan(planAt(1, [], 'x'.repeat(120))), 'x'.repeat(120));
    assert.equal(titleFromPlan(planAt(1, [], 'x'.repeat(121))), `${'x'.repeat(117)}…`);
    assert.equal(titleFromPlan(planAt(1, [], family.repeat(20))), `${family.repeat(4)}…`);
    fc.assert(
      fc.property(validSteps, validExplanation, (steps, explanation) => {
        const title = titleFromPlan(planAt(1, steps, explanation));
        assert.ok(utf8Bytes(title) <= 120);
        assert.ok(!hasForbiddenCharacter(title));
      }),
    );
  });

  it('that is given is one line of at most 120 bytes, without spaces around it', () => {
    assert.equal(givenTitle('  Ship it '), 'Ship it');
    assert.equal(givenTitle('  '), '');
    assert.equal(givenTitle('x'.repeat(120)), 'x'.repeat(120));
    assert.equal(titleProblem('x'.repeat(120)), undefined);
    assert.equal(titleProblem(''), undefined);
    for (const [title, why] of [
      ['Ship\nit', /^A title is one line: .* no line breaks/],
      ['x'.repeat(121), /^The title takes 121 bytes of at most 120; shorten it\.$/],
    ] as const) {
      assert.match(String(titleProblem(title)), why);
      const isSo = (error: unknown) =>
        PlanError.is(error, 'invalid_input') && why.test(error.message);
      assert.throws(() => givenTitle(title), isSo);
    }
  });
});
