import assert from 'node:assert/strict';
import { planModeAnswer } from '../../../src/editor/planMode/planModeAnswer';
import { MessageChannel } from '../../../src/protocol/messageChannel';
import { toHostSchema } from '../../../src/protocol/messagesToHost';
import { PROTOCOL_VERSION, toViewSchema } from '../../../src/protocol/webviewMessages';
import { sessionPlanMode } from '../../../src/service/sessionPlanMode';
import { openMode } from '../../service/planModeFixtures';
import { openBench, SESSION, type Bench } from '../../service/serviceFixtures';

const NO_TIMER = () => () => undefined;

/** A client and the host with the line between them; everything passes the schemas of both sides. */
function connect({ service, log }: Bench) {
  const warnings: string[] = [];
  const ports = {
    startTimer: NO_TIMER,
    onOtherVersion: () => undefined,
    warn: (text: string) => void warnings.push(text),
  };
  const host = new MessageChannel({
    ...ports,
    incoming: toHostSchema,
    post: (message) => {
      client.receive(structuredClone(message));
    },
    handle: (message) =>
      message.kind === 'planMode' || message.kind === 'setPlanMode'
        ? planModeAnswer(sessionPlanMode(service), message, log)
        : undefined,
  });
  const client = new MessageChannel({
    ...ports,
    incoming: toViewSchema,
    post: (message) => {
      host.receive(structuredClone(message));
    },
    handle: () => undefined,
  });
  return {
    warnings,
    /** Sends it as it is, whatever it is. */
    say: (message: object) => {
      host.receive({ v: PROTOCOL_VERSION, ...message });
    },
    get: (session = SESSION) => client.request({ kind: 'planMode', session }),
    set: (active: unknown, session = SESSION) =>
      client.request({ kind: 'setPlanMode', session, active }),
  };
}

const is = (state: unknown) => ({ ok: true, value: { kind: 'planMode', state } });

describe('planMode and setPlanMode from a client to the service', () => {
  it('[PM.12] [PM.13] [PM.75] both are answered with the state', async () => {
    const bench = await openMode();
    const { get, set } = connect(bench);
    assert.deepEqual(await get(), is({ active: false }));
    assert.deepEqual(await set(true), is({ active: false, pending: true }));
    assert.deepEqual(await get(), is({ active: false, pending: true }));
  });

  it('[PM.22] [PM.23] pending is where it leads, and is left out where it leads nowhere', async () => {
    const bench = await openMode();
    const { get, set } = connect(bench);
    await set(true);
    assert.deepEqual(await set(false), is({ active: false }));
    await set(true);
    await bench.boundary();
    assert.deepEqual(await get(), is({ active: true }));
    assert.deepEqual(await set(false), is({ active: true, pending: false }));
  });

  it('[PM.14] [PM.76] [PM.80] without plan mode both answer null, and selecting changes nothing', async () => {
    const bench = openBench();
    await bench.createSession();
    const { get, set } = connect(bench);
    const before = await bench.stored();
    assert.deepEqual([await get(), await set(true), await get()], [is(null), is(null), is(null)]);
    assert.deepEqual(await bench.stored(), before);
  });

  it('[PM.77] for a session that is not there both say so', async () => {
    const { get, set } = connect(openBench());
    const missing = { ok: false, error: 'not_found' };
    assert.deepEqual([await get(), await set(true)], [missing, missing]);
  });

  it('a store that fails is no answer, and the cause is in the log alone', async () => {
    const bench = await openMode();
    const { get } = connect(bench);
    bench.store.faults.beforeLoad = () => Promise.reject(new Error('The disk is gone.'));
    assert.deepEqual(await get(), { ok: false, error: 'unavailable' });
    assert.match(String(bench.log.entries.at(-1)?.error), /The disk is gone/);
  });

  it('[PM.30] a selection of anything but a boolean is no message', async () => {
    const bench = await openMode();
    const { say, warnings, get } = connect(bench);
    for (const active of ['true', 1, null, undefined])
      say({ kind: 'setPlanMode', id: 1, session: SESSION, active });
    assert.equal(warnings.filter((text) => text.includes('active')).length, 4);
    assert.deepEqual(await get(), is({ active: false }));
  });

  it('[PM.20] [PM.73] selecting commits no event and no boundary; the logged switch is all there is', async () => {
    const bench = await openMode();
    const { set } = connect(bench);
    const before = (await bench.events()).length;
    await set(true);
    assert.equal((await bench.events()).length, before);
    await bench.boundary();
    assert.deepEqual(
      (await bench.events()).slice(before).map(({ type }) => type),
      ['plan/mode'],
    );
  });

  it('[PM.3] [PM.71] the state is the same however long the log is and whatever of it is read', async () => {
    const bench = await openMode();
    const { get, set } = connect(bench);
    await set(true);
    await bench.boundary();
    for (let turn = 0; turn < 30; turn += 1) await bench.begin();
    const page = await bench.store.events(SESSION, 10, 5);
    assert.ok(page.kind === 'events');
    assert.equal(
      page.events.some(({ type }) => type === 'plan/mode'),
      false,
    );
    assert.deepEqual(await get(), is({ active: true }));
  });

  it('[PM.74] there are no other modes: nothing but on and off can be asked for', async () => {
    const { say, warnings } = connect(await openMode());
    say({ kind: 'setPlanMode', id: 1, session: SESSION, active: true, mode: 'plan' });
    say({ kind: 'setMode', id: 2, session: SESSION, mode: 'plan' });
    assert.equal(warnings.length, 2);
  });

  it('[PM.79] two clients see the same', async () => {
    const bench = await openMode();
    const [one, other] = [connect(bench), connect(bench.another())];
    await one.set(true);
    assert.deepEqual(await other.get(), is({ active: false, pending: true }));
    await other.set(false);
    assert.deepEqual(await one.get(), is({ active: false }));
  });
});
