import assert from 'node:assert/strict';
import { PlanError } from '../../src/domain/planError';
import { sentence } from '../../src/domain/sentence';
import { StoreReach } from '../../src/host/storeReach';
import { createMemoryStore } from '../../src/stores/memoryStore';
import { postgresError } from '../../src/stores/postgres/postgresFailure';
import { redisError } from '../../src/stores/redis/redisFailure';
import { fakeLog } from '../support/fakeLog';
import { appendPlans } from '../support/storeFixtures';

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function away(message = 'Nothing answers.'): PlanError {
  return new PlanError('store_unavailable', message, { details: { retry: true } });
}

function openReach() {
  const store = createMemoryStore({ log: fakeLog() });
  const broken: { failure: Error | undefined } = { failure: undefined };
  let looks = 0;
  const reach = new StoreReach(async () => {
    looks += 1;
    await heard.list({}, { limit: 1 });
  }, fakeLog());
  const heard = reach.heard({
    ...store,
    list: (...given) => (broken.failure ? Promise.reject(broken.failure) : store.list(...given)),
    load: (...given) => (broken.failure ? Promise.reject(broken.failure) : store.load(...given)),
  });
  const told: (string | undefined)[] = [];
  reach.onDidChange(() => told.push(reach.problem?.message));
  return { reach, store, heard, broken, told, looks: () => looks };
}

describe('whether the store answers', () => {
  it('[FC.7] is told when it goes, when the reason is another, and when it is back, each once', async () => {
    const { reach, store, heard, broken, told } = openReach();
    await appendPlans(store, 'one', 1);
    assert.equal((await heard.load('one'))?.version, 1);
    assert.deepEqual(told, []);
    broken.failure = away();
    for (let again = 0; again < 3; again++)
      await assert.rejects(heard.load('one'), (error) => {
        return PlanError.is(error, 'store_unavailable') && error.details['away'] === true;
      });
    broken.failure = away('The password is wrong.');
    await assert.rejects(heard.load('one'));
    broken.failure = undefined;
    await heard.load('one');
    await heard.load('one');
    assert.deepEqual(told, ['Nothing answers.', 'The password is wrong.', undefined]);
    reach.dispose();
  });

  it('is looked for until it is back, also where somebody only suspects that it went', async () => {
    const { reach, broken, told, looks } = openReach();
    broken.failure = away();
    reach.doubt();
    reach.doubt();
    await wait(350);
    assert.deepEqual([looks(), told], [1, ['Nothing answers.']]);
    broken.failure = undefined;
    await wait(1_400);
    assert.equal(reach.problem, undefined);
    assert.equal(looks(), 2);
    reach.doubt();
    reach.dispose();
    await wait(350);
    assert.equal(looks(), 2, 'it was looked for after the end');
  });

  it('is not in doubt where one session is damaged, a call was cancelled, or a program failed', async () => {
    const { reach, heard, broken, told } = openReach();
    for (const failure of [
      new PlanError('store_unavailable', 'Damaged.', { details: { retry: false } }),
      new PlanError('cancelled', 'Cancelled.'),
      new TypeError('a bug'),
    ]) {
      broken.failure = failure;
      await assert.rejects(heard.load('one'), (error) => error === failure);
    }
    assert.deepEqual([told, reach.problem], [[], undefined]);
    reach.dispose();
  });

  it('is unknown of another store in its place, and what cannot be opened is not looked for', async () => {
    const { reach, told, looks } = openReach();
    const unnamed = new PlanError('store_unavailable', 'Nobody said where.', {
      details: { retry: false },
    });
    await assert.rejects(reach.opening(Promise.reject(unnamed)), /Nobody said where/);
    assert.equal(reach.problem?.details['away'], true);
    await wait(350);
    assert.equal(looks(), 0);
    reach.renew();
    assert.deepEqual(told, ['Nobody said where.', undefined]);
    assert.equal(await reach.opening(Promise.resolve(1)), 1);
    reach.dispose();
  });

  it('[FC.7] is one thing to tell, whatever was asked for when it was met', async () => {
    const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
    for (const cause of [refused, new Error('Connection terminated unexpectedly')])
      for (const errorOf of [postgresError, redisError]) {
        const { reach, heard, broken, told } = openReach();
        for (const doing of [sentence`One thing`, sentence`Another`, sentence`One thing`]) {
          broken.failure = errorOf(cause, doing);
          await assert.rejects(heard.load('one'));
        }
        assert.equal(told.length, 1);
        reach.dispose();
      }
  });

  it('is no matter of what the store of before answers when another one is in its place', async () => {
    const { reach, heard, broken, told } = openReach();
    broken.failure = away();
    const late = [heard.load('one'), reach.opening(Promise.reject(away('It never opened.')))];
    reach.renew();
    for (const answer of late) await assert.rejects(answer);
    assert.deepEqual([reach.problem, told], [undefined, [undefined]]);
    const next = reach.heard(createMemoryStore({ log: fakeLog() }));
    await next.load('one');
    const own = reach.heard({
      ...createMemoryStore({ log: fakeLog() }),
      load: () => Promise.reject(away('The new one.')),
    });
    await assert.rejects(own.load('one'));
    broken.failure = undefined;
    await heard.load('one');
    assert.equal(reach.problem?.message, 'The new one.');
    reach.dispose();
  });
});
