import assert from 'node:assert/strict';
import {
  cancelledError,
  newerVersionError,
  PlanError,
  sessionNotFoundError,
} from '../../src/domain/planError';
import { sentence } from '../../src/domain/sentence';

describe('PlanError', () => {
  it('is told apart from everything else, by its code where one is given', () => {
    const error = cancelledError();
    assert.ok(PlanError.is(error) && PlanError.is(error, 'cancelled'));
    assert.equal(PlanError.is(error, 'session_not_found'), false);
    for (const other of [
      new Error('no'),
      { code: 'cancelled' },
      null,
      undefined,
      'cancelled',
      () => 1,
    ])
      assert.equal(PlanError.is(other), false);
  });

  it('is known across bundles, each of which has a class of its own', () => {
    const foreign = { code: 'cancelled', [Symbol.for('session-plans.PlanError')]: true };
    assert.ok(PlanError.is(foreign, 'cancelled'));
  });

  it('keeps what was said for translators, its cause and its name', () => {
    const cause = new Error('deeper');
    const said = sentence`There are ${2}.`;
    const error = new PlanError('invalid_input', said, { cause });
    assert.equal(error.sentence, said);
    assert.deepEqual(
      [error.message, error.name, error.cause],
      ['There are 2.', 'PlanError', cause],
    );
    const plain = new PlanError('invalid_input', 'Braces {0} stay.');
    assert.equal(plain.sentence.template, 'Braces {0} stay.');
  });

  it('says what happened', () => {
    assert.match(cancelledError().message, /cancelled before it changed anything/);
    assert.deepEqual(
      [sessionNotFoundError(), newerVersionError()].map(({ code, message }) => [
        code,
        message !== '',
      ]),
      [
        ['session_not_found', true],
        ['newer_version', true],
      ],
    );
  });
});
