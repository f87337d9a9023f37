import assert from 'node:assert/strict';
import { PlanError } from '../../src/domain/planError';
import { attach } from '../../src/service/eventFeed';
import { countingReader, iterate, next, stateOf, write } from './feedFixtures';
import { openBench, rejectsWith, SESSION } from './serviceFixtures';

describe('the end of an attachment', () => {
  it('comes when it is disposed of: waiting, between two items, before the first, and twice', async () => {
    const bench = openBench();
    await write(bench, 3);
    const waiting = await attach(bench.service, SESSION);
    const pending = iterate(waiting).next();
    assert.equal(await stateOf(pending), 'waits');
    waiting.dispose();
    waiting.dispose();
    assert.deepEqual(await pending, { done: true, value: undefined });

    const between = await attach(bench.service, SESSION, 0);
    const items = iterate(between);
    await next(items, 1);
    between.dispose();
    assert.deepEqual(await items.next(), { done: true, value: undefined });

    const unread = await attach(bench.service, SESSION, 0);
    unread.dispose();
    for await (const item of unread) assert.fail(`got ${item.kind}`);
  });

  it('comes while a page or a snapshot is being read, and nothing is handed out any more', async () => {
    for (const after of [0, 2, 99]) {
      const bench = openBench();
      await write(bench, 1);
      const attachment = await attach(bench.service, SESSION, after);
      bench.store.faults[after === 99 ? 'beforeLoad' : 'beforeEvents'] = () => {
        attachment.dispose();
      };
      for await (const item of attachment) assert.fail(`got ${item.kind}`);
    }
  });

  it('comes with leaving the loop, by a break and by an error, and leaves no listener behind', async () => {
    const bench = openBench();
    await write(bench, 2);
    const reader = countingReader(bench);
    for await (const item of await attach(reader, SESSION, 0)) {
      assert.equal(item.kind, 'event');
      break;
    }
    assert.equal(reader.listening(), 0);
    const leaving = async () => {
      for await (const item of await attach(reader, SESSION, 0)) throw new Error(item.kind);
    };
    await assert.rejects(leaving, /event/);
    assert.equal(reader.listening(), 0);

    const failure = new PlanError('store_unavailable', 'The disk is gone.');
    const fail = () => {
      throw failure;
    };
    bench.store.faults.beforeLoad = fail;
    await rejectsWith('store_unavailable', attach(reader, SESSION));
    assert.equal(reader.listening(), 0);
    delete bench.store.faults.beforeLoad;

    const attachment = await attach(reader, SESSION, 0);
    const items = iterate(attachment);
    const [first] = await next(items, 3);
    bench.store.faults.beforeEvents = fail;
    await assert.rejects(items.next(), (error) => error === failure);
    assert.equal(reader.listening(), 0);
    delete bench.store.faults.beforeEvents;
    // It may attach again where it was.
    const again = await attach(reader, SESSION, 0);
    assert.deepEqual(await next(iterate(again), 1), [first]);
    again.dispose();
    assert.equal(reader.listening(), 0);
  });
});
