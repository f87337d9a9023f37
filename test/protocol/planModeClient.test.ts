import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { openClient, openedAt, type Asked } from './planModeClientBench';

const OFF = { active: false };
const ON = { active: true };

describe('Plan mode in a client', () => {
  it('[PM.35] [PM.6] is not known before the host has said it', async () => {
    const { client, open } = openClient();
    assert.equal(client.state, null);
    await open().answer(OFF);
    assert.deepEqual(client.state, OFF);
  });

  it('[PM.47] [PM.48] a switch before the first answer stays private, then counts', async () => {
    const { client, open, event } = openClient();
    const query = open();
    event(3, ON);
    assert.equal(client.state, null);
    await query.answer(OFF);
    assert.deepEqual(client.state, ON);
  });

  it('[PM.49] [PM.61] and never shows where the answer is that there is no plan mode', async () => {
    const { client, open, event } = openClient();
    const query = open();
    event(3, ON);
    event(4, OFF);
    await query.answer(null);
    event(5, ON);
    assert.equal(client.state, null);
  });

  it('[PM.44] [PM.45] a query that a switch overtook does not undo it', async () => {
    const { client, open, event } = await openedAt(OFF);
    const query = open();
    event(3, ON);
    await query.answer({ active: false, pending: true });
    assert.deepEqual(client.state, ON);
  });

  it('[PM.46] a selection that a switch overtook does not undo it', async () => {
    const { client, select, event } = await openedAt(OFF);
    const selection = select(true);
    event(3, ON);
    await selection.answer({ active: false, pending: true });
    assert.deepEqual(client.state, ON);
    assert.deepEqual(await selection.result, { active: false, pending: true });
  });

  it('[PM.40] [PM.42] of two selections the later one counts, in whatever order they are answered', async () => {
    const { client, select } = await openedAt(OFF);
    const [first, second] = [select(true), select(false)];
    await second.answer(OFF);
    await first.answer({ active: false, pending: true });
    assert.deepEqual(client.state, OFF);
    assert.deepEqual(await first.result, { active: false, pending: true });
  });

  it('[PM.41] an older query does not replace a newer selection', async () => {
    const { client, open, select } = await openedAt(OFF);
    const query = open();
    const selection = select(true);
    await selection.answer({ active: false, pending: true });
    await query.answer(OFF);
    assert.deepEqual(client.state, { active: false, pending: true });
  });

  it('[PM.43] an older selection does not replace a newer query', async () => {
    const { client, open, select } = await openedAt(OFF);
    const selection = select(true);
    const query = open();
    await query.answer(ON);
    await selection.answer({ active: false, pending: true });
    assert.deepEqual(client.state, ON);
  });

  it('a newer selection that fails leaves the older one ignored, until the state is asked again', async () => {
    const { client, open, select } = await openedAt(OFF);
    const [first, second] = [select(true), select(false)];
    await second.fail();
    await first.answer({ active: false, pending: true });
    assert.deepEqual(client.state, OFF);
    await open().answer({ active: false, pending: true });
    assert.deepEqual(client.state, { active: false, pending: true });
  });

  it('[PM.50] [PM.72] nothing flips before the reply', async () => {
    const { client, select, changes } = await openedAt(OFF);
    const selection = select(true);
    assert.deepEqual(client.state, OFF);
    await selection.answer({ active: false, pending: true });
    assert.deepEqual(changes, [OFF, { active: false, pending: true }]);
  });

  it('[PM.51] [PM.52] a selection that failed, or was answered with nonsense, leaves the state', async () => {
    const { client, select } = await openedAt(OFF);
    const failed = select(true);
    await failed.fail();
    assert.ok((await failed.result) instanceof Error);
    const nonsense = select(true);
    await nonsense.answer({ active: true, pending: true });
    assert.ok((await nonsense.result) instanceof Error);
    assert.deepEqual(client.state, OFF);
  });

  it('[PM.29] [PM.31] a reply in which pending equals active, or is no boolean, is none', async () => {
    for (const reply of [
      { active: true, pending: true },
      { active: 'yes' },
      { active: true, pending: 'no' },
      undefined,
    ]) {
      const { client, failures } = await openedAt(reply);
      assert.equal(client.state, null);
      assert.equal(failures.length, 1);
    }
  });

  it('[PM.37] [PM.38] a query that fails keeps what is held', async () => {
    const { client, open, failures } = await openedAt(ON);
    await open().fail();
    assert.deepEqual(client.state, ON);
    assert.equal(failures.length, 1);
  });

  it('[PM.36] [PM.39] after a reconnect it asks again, and what an older opening asked is dropped', async () => {
    const { client, open, failures } = openClient();
    const [first, second] = [open(), open()];
    await second.answer(ON);
    await first.fail();
    assert.deepEqual([client.state, failures], [ON, []]);
    const [third, fourth] = [open(), open()];
    await fourth.answer(OFF);
    await third.answer(ON);
    assert.deepEqual(client.state, OFF);
  });

  it('[PM.59] a switch that is older than one that counted is ignored', async () => {
    const { client, event } = await openedAt(OFF);
    event(5, ON);
    event(4, OFF);
    event(5, OFF);
    assert.deepEqual(client.state, ON);
  });

  it('[PM.60] malformed switches are ignored, and the next valid one counts', async () => {
    const { client, event } = await openedAt(OFF);
    for (const data of [null, 'on', {}, { active: 1 }, []]) event(5, data);
    event(5, ON, 'plan/other');
    assert.deepEqual(client.state, OFF);
    event(5, ON);
    assert.deepEqual(client.state, ON);
  });

  it('[PM.54] [PM.55] a switch replaces what is active and clears whatever was pending', async () => {
    const { client, event } = await openedAt({ active: false, pending: true });
    event(3, OFF);
    assert.deepEqual(client.state, OFF);
  });

  it('[PM.57] [PM.58] of a replaced window the newest valid switch counts', async () => {
    const { client, event } = await openedAt(OFF);
    const at = (sequence: number, data: unknown) => ({ sequence, type: 'plan/mode', data });
    client.replaced([at(2, OFF), at(7, ON), at(9, 'broken'), at(4, OFF)]);
    assert.deepEqual(client.state, ON);
    event(7, OFF);
    assert.deepEqual(client.state, ON);
  });

  it('[PMx.18] the state is the same object while nothing changes', async () => {
    const { client, open, changes } = await openedAt(OFF);
    const before = client.state;
    await open().answer({ active: false });
    assert.equal(client.state, before);
    assert.equal(changes.length, 1);
  });

  it('whatever is late, lost or doubled: once all is quiet, a query brings the state of the host', async () => {
    const moves = fc.array(
      fc.record({
        kind: fc.constantFrom('query', 'select', 'event', 'answer', 'fail'),
        value: fc.boolean(),
        place: fc.nat(5),
      }),
      { maxLength: 20 },
    );
    await fc.assert(
      fc.asyncProperty(moves, fc.boolean(), async (drawn, last) => {
        const bench = openClient();
        const open: Asked[] = [];
        let sequence = 0;
        for (const { kind, value, place } of drawn) {
          if (kind === 'query') open.push(bench.open());
          else if (kind === 'select') open.push(bench.select(value));
          else if (kind === 'event') bench.event(++sequence - (place % 3), { active: value });
          else {
            const [found] = open.splice(place % Math.max(open.length, 1), 1);
            await (kind === 'fail' ? found?.fail() : found?.answer({ active: value }));
          }
        }
        const query = bench.open();
        for (const late of open) await late.answer({ active: !last });
        await query.answer({ active: last });
        assert.deepEqual(bench.client.state, { active: last });
      }),
    );
  });
});
