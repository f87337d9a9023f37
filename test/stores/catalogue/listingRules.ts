import assert from 'node:assert/strict';
import type { SessionPage } from '../../../src/service/planStore';
import { aPlan, aPlanCommit, aRecord, aStep, rejectsWith } from '../../support/storeFixtures';
import type { ContractBench } from '../storeContract';

const KEY = 'vscode-chat-session://local/one';

/** What lists show, in which order and pieces. */
export function listingRules(bench: ContractBench): void {
  it('lists newest update first, in pages that sessions in between do not shift', async () => {
    for (const [key, minute] of [
      ['a', 1],
      ['b', 3],
      ['c', 2],
      ['d', 3],
      ['e', 5],
    ] as const) {
      const updated = `2030-01-01T00:0${String(minute)}:00.000Z`;
      await bench.store.append(key, 0, aPlanCommit(key, 1, { updated }));
    }
    const keys = ({ sessions }: SessionPage) => sessions.map(({ key }) => key);
    const first = await bench.store.list({}, { limit: 2 });
    assert.deepEqual(keys(first), ['e', 'b']);
    await bench.store.append('f', 0, aPlanCommit('f', 1, { updated: '2030-01-01T00:09:00.000Z' }));
    const second = await bench.store.list({}, { limit: 2, after: first.next ?? '' });
    assert.deepEqual(keys(second), ['d', 'c']);
    const third = await bench.store.list({}, { limit: 2, after: second.next ?? '' });
    assert.deepEqual([keys(third), third.next], [['a'], undefined]);
    const exact = await bench.store.list({}, { limit: 6 });
    assert.deepEqual([exact.sessions.length, exact.next], [6, undefined]);
  });

  it('lists what a person sees of a session, of one workspace or of none when asked', async () => {
    const steps = [
      aStep('a', { status: 'completed' }),
      aStep('b'),
      aStep('c', { status: 'cancelled' }),
    ];
    const workspace = 'file:///w';
    await bench.store.append(KEY, 0, {
      record: aRecord(KEY, { workspace, plan: aPlan(3, steps) }),
      events: [],
    });
    await bench.store.append('srv:2', 0, { record: aRecord('srv:2'), events: [] });
    const { sessions, unreadable } = await bench.store.list({ workspace }, { limit: 10 });
    const updated = '2030-01-01T00:00:00.000Z';
    const shown = { key: KEY, coworker: 'chat', title: `Title of ${KEY}`, workspace, updated };
    assert.deepEqual(sessions, [
      {
        ...shown,
        ...{ revision: 3, completed: 1, total: 3, open: 1, current: aStep('b').description },
        pinned: false,
        planMode: null,
      },
    ]);
    assert.deepEqual(unreadable, []);
    const outside = await bench.store.list({ workspace: null }, { limit: 10 });
    assert.deepEqual(
      outside.sessions.map(({ key }) => key),
      ['srv:2'],
    );
    assert.equal((await bench.store.list({}, { limit: 10 })).sessions.length, 2);
  });

  it('[PTx.17] lists copies: what is done to them is not in the next list', async () => {
    const workspace = 'file:///w';
    await bench.store.append(KEY, 0, aPlanCommit(KEY, 1, { workspace }));
    const { sessions } = await bench.store.list({}, { limit: 10 });
    const before = structuredClone(sessions);
    Object.assign(sessions[0]!, { title: 'Another', workspace: 'file:///elsewhere', total: 99 });
    assert.deepEqual((await bench.store.list({}, { limit: 10 })).sessions, before);
  });

  it('goes on behind a place whose session was changed or removed since', async () => {
    const at = (minute: number) => ({ updated: `2030-01-01T00:0${String(minute)}:00.000Z` });
    for (const [index, key] of ['d', 'c', 'b', 'a'].entries())
      await bench.store.append(key, 0, aPlanCommit(key, 1, at(index + 1)));
    const keys = ({ sessions }: SessionPage) => sessions.map(({ key }) => key);
    const first = await bench.store.list({}, { limit: 2 });
    assert.deepEqual(keys(first), ['a', 'b']);
    const after = first.next ?? '';
    await bench.store.append('b', 1, aPlanCommit('b', 2, at(9)));
    assert.deepEqual(keys(await bench.store.list({}, { limit: 2, after })), ['c', 'd']);
    await bench.store.remove('b');
    await bench.store.remove('c');
    assert.deepEqual(keys(await bench.store.list({}, { limit: 2, after })), ['d']);
    await bench.store.remove('d');
    const none = await bench.store.list({}, { limit: 2, after });
    assert.deepEqual([keys(none), none.next], [[], undefined]);
  });

  it('refuses pages without a size and places that are none', async () => {
    for (const limit of [0, 10_001, 1.5])
      await rejectsWith(bench.store.list({}, { limit }), 'invalid_input');
    await rejectsWith(bench.store.list({}, { limit: 1, after: 'nowhere' }), 'invalid_input');
  });
}
