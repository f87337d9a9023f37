import assert from 'node:assert/strict';
import { attach } from '../../src/service/eventFeed';
import { SqliteFolder } from '../support/sqliteFolder';
import { step, update } from '../domain/planFixtures';
import { onceAt, openBench, rejectsWith, SESSION } from './serviceFixtures';

describe('a session that another process changes', () => {
  let folder: SqliteFolder;
  beforeEach(() => {
    folder = new SqliteFolder();
  });
  afterEach(() => folder.dispose());

  function openWindows() {
    const [here, there] = [openBench(folder.open()), openBench(folder.open())];
    const elsewhere: string[] = [];
    here.service.onDidChangeElsewhere((session) => void elsewhere.push(session));
    return { here, there, elsewhere };
  }

  it('[FC.19] is told of and followed live, and the next write here is built on it', async () => {
    const { here, there, elsewhere } = openWindows();
    await here.asGuest('call-1', update(0, [step('a')]));
    const feed = await attach(here.service, SESSION);
    const items = feed[Symbol.asyncIterator]();
    const next = items.next();
    await there.asGuest('call-2', update(1, [step('a'), step('b')]));
    const { value } = await next;
    assert.ok(value?.kind === 'event' && value.event.type === 'plan_updated');
    assert.equal(value.event.data.call_id, 'call-2');
    assert.ok(elsewhere.includes(SESSION));

    const stale = await here.asGuest('call-3', update(1, []));
    assert.equal(stale.structuredContent?.['error'], 'stale_revision');
    await here.asGuest('call-4', { name: 'add_task', input: { content: 'C' } });
    assert.deepEqual(
      (await there.plan())?.steps.map(({ description }) => description),
      ['Do a', 'Do b', 'C'],
    );
    feed.dispose();
  });

  it('is not told of for what this service wrote itself', async () => {
    const { here, elsewhere } = openWindows();
    for (const revision of [0, 1, 2]) {
      await here.asGuest(`call-${String(revision)}`, update(revision, [step('a')]));
    }
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    assert.deepEqual(elsewhere, []);
  });

  it('wakes a follower when it is removed', async () => {
    const { here, there } = openWindows();
    await here.asGuest('call-1', update(0, [step('a')]));
    const feed = await attach(here.service, SESSION);
    const next = feed[Symbol.asyncIterator]().next();
    await there.store.remove(SESSION);
    assert.deepEqual((await next).value, { kind: 'reset', snapshot: undefined });
    feed.dispose();
  });

  it('is heard of by nobody after the service ended', async () => {
    const { here, there, elsewhere } = openWindows();
    await here.asGuest('call-1', update(0, [step('a')]));
    await here.service.dispose();
    await there.asGuest('call-2', update(1, []));
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    assert.deepEqual(elsewhere, []);
  });

  it('[FC.19] is told of also when a write of this service lost to it and came to nothing', async () => {
    const here = openBench();
    const there = here.another();
    await here.asGuest('call-1', update(0, [step('a')]));
    const feed = await attach(here.service, SESSION);
    const next = feed[Symbol.asyncIterator]().next();
    const signal = { cancelled: false };
    onceAt(here, 'beforeAppend', async () => {
      await there.asGuest('call-2', update(1, [step('b')]));
      signal.cancelled = true;
    });
    await rejectsWith('cancelled', here.asGuest('call-3', update(1, [step('c')]), { signal }));
    const { value } = await next;
    assert.ok(value?.kind === 'event' && value.event.call_id === 'call-2');
    feed.dispose();
  });
});
