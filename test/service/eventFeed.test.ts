import assert from 'node:assert/strict';
import { attach, type FeedItem } from '../../src/service/eventFeed';
import { readPlan, step, update } from '../domain/planFixtures';
import { countingReader, iterate, next, stateOf, toItems, write } from './feedFixtures';
import { openBench, SESSION } from './serviceFixtures';

describe('a follower that attaches', () => {
  it('[DP.3][DP.62] gets the snapshot, and then what is committed, plan changes among all the rest', async () => {
    const bench = openBench();
    await bench.openTurn();
    const attachment = await attach(bench.service, SESSION);
    assert.deepEqual(attachment.snapshot, await bench.service.snapshot(SESSION));
    const items = iterate(attachment);
    const waiting = items.next();
    assert.equal(await stateOf(waiting), 'waits');
    await bench.asHosted('call-1', update(0, [step('a')]));
    await bench.asHosted('call-2', readPlan);
    await bench.beginTurn();
    const got = [(await waiting).value, ...(await next(items, 3))];
    assert.deepEqual(got, toItems((await bench.events()).slice(2)));
    assert.deepEqual(
      (await bench.events()).slice(2).map(({ type }) => type),
      ['plan_updated', 'tool_finished', 'turn_ended', 'turn_started'],
    );
    attachment.dispose();
  });

  it('with a cursor gets what it missed first, from any place in the log', async () => {
    const bench = openBench();
    await write(bench, 4);
    const events = await bench.events();
    for (let after = 0; after <= events.length; after++) {
      const attachment = await attach(bench.service, SESSION, after);
      const items = iterate(attachment);
      assert.deepEqual(await next(items, events.length - after), toItems(events.slice(after)));
      assert.equal(await stateOf(items.next()), 'waits');
      attachment.dispose();
    }
  });

  it('gets more events than are read at once, without a gap', async () => {
    const bench = openBench();
    await write(bench, 450);
    const attachment = await attach(bench.service, SESSION, 0);
    const items = iterate(attachment);
    const first = await next(items, 210);
    await write(bench, 5);
    const all = [...first, ...(await next(items, 246))];
    assert.deepEqual(all, toItems(await bench.events()));
    attachment.dispose();
  });

  it('misses no commit that falls between its snapshot and its first look', async () => {
    for (const moment of ['beforeLoad', 'beforeEvents'] as const) {
      const bench = openBench();
      await write(bench, 1);
      let isDue = true;
      bench.store.faults[moment] = async () => {
        if (!isDue) return;
        isDue = false;
        await write(bench, 1);
      };
      const attachment = await attach(bench.service, SESSION, 2);
      const items = iterate(attachment);
      assert.deepEqual(await next(items, 1), toItems((await bench.events()).slice(2)));
      assert.equal(await stateOf(items.next()), 'waits');
      attachment.dispose();
    }
  });

  it('misses no commit that comes when the log was read and is not handed over yet', async () => {
    const bench = openBench();
    await write(bench, 1);
    let isDue = true;
    const reader = countingReader(bench, {
      events: async (...range) => {
        const page = await bench.service.events(...range);
        if (isDue) {
          isDue = false;
          await write(bench, 1);
        }
        return page;
      },
    });
    const attachment = await attach(reader, SESSION);
    assert.deepEqual(await next(iterate(attachment), 1), toItems((await bench.events()).slice(2)));
    attachment.dispose();
  });

  it('to a session that does not exist yet gets it from its first event', async () => {
    const bench = openBench();
    const attachment = await attach(bench.service, SESSION);
    assert.equal(attachment.snapshot, undefined);
    const items = iterate(attachment);
    const waiting = items.next();
    await write(bench, 1, 'test-chat://local/two');
    assert.equal(await stateOf(waiting), 'waits');
    await write(bench, 1);
    const got = [(await waiting).value, ...(await next(items, 1))];
    assert.deepEqual(got, toItems(await bench.events()));
    attachment.dispose();
  });
});

describe('a cursor that means nothing', () => {
  it('beyond the last event, or of a session that is none, gets a reset and goes on from its snapshot', async () => {
    const bench = openBench();
    await write(bench, 2);
    for (const after of [4, 5, 1_000]) {
      const attachment = await attach(bench.service, SESSION, after);
      const items = iterate(attachment);
      const snapshot = await bench.service.snapshot(SESSION);
      assert.deepEqual(await next(items, 1), [{ kind: 'reset', snapshot }]);
      const waiting = items.next();
      await write(bench, 1);
      assert.deepEqual((await waiting).value, toItems((await bench.events()).slice(-1))[0]);
      attachment.dispose();
      await bench.store.remove(SESSION);
      await write(bench, 2);
    }
    const none = await attach(bench.service, 'test-chat://local/none', 1);
    assert.deepEqual(await next(iterate(none), 1), [{ kind: 'reset', snapshot: undefined }]);
    none.dispose();
  });

  it('older than what is kept gets a reset; the oldest one that is kept does not', async () => {
    const bench = openBench();
    await write(bench, 5);
    const kept = 3;
    const reader = countingReader(bench, {
      events: async (session, after, limit) =>
        after < kept ? { kind: 'reset' } : bench.service.events(session, after, limit),
    });
    const old = await attach(reader, SESSION, kept - 1);
    const snapshot = await bench.service.snapshot(SESSION);
    assert.deepEqual(await next(iterate(old), 1), [{ kind: 'reset', snapshot }]);
    const oldest = await attach(reader, SESSION, kept);
    assert.deepEqual(await next(iterate(oldest), 3), toItems((await bench.events()).slice(kept)));
    for (const attachment of [old, oldest]) attachment.dispose();
  });

  it('because the log began anew gets a reset, however long the new log is', async () => {
    for (const times of [1, 2, 3, 6]) {
      for (const attachedAt of [undefined, 0, 2, 3] as const) {
        const bench = openBench();
        await write(bench, 2);
        const attachment = await attach(bench.service, SESSION, attachedAt);
        const items = iterate(attachment);
        await next(items, 3 - (attachedAt ?? 3));
        const waiting = items.next();
        assert.equal(await stateOf(waiting), 'waits');
        await bench.store.remove(SESSION);
        bench.clock.advance(1_000);
        const written = Promise.all(
          Array.from({ length: times }, (_, revision) =>
            bench.asGuest(`new ${revision}`, update(revision, [])),
          ),
        );
        // It looks when the new log is there as a whole, perhaps as long as the old one.
        bench.store.faults.beforeEvents = () => written.then(() => undefined);
        await written;
        const first: FeedItem = (await waiting).value;
        assert.ok(first.kind === 'reset', `${times} ${attachedAt}`);
        const version = first.snapshot?.version ?? 0;
        await write(bench, 1);
        const rest = (await bench.events()).slice(version);
        assert.deepEqual(await next(items, rest.length), toItems(rest));
        attachment.dispose();
      }
    }
  });
});
