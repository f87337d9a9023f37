import assert from 'node:assert/strict';
import { PlanError } from '../../../src/domain/planError';
import type { PlanApiError, SessionPlansApi } from '../../../src/protocol/extensionApi';
import { extensionOf, openApi, OTHER, OURS, PLANNER, tokenOf, write } from './apiBench';

function refused(code: PlanApiError['code'], call: Promise<unknown>): Promise<void> {
  return assert.rejects(call, { name: 'PlanError', code });
}

/** All that is thrown here is what callers are told of. */
const told: (error: PlanError) => PlanApiError = (error) => error;

/** What types would not let through. */
function anyOf(api: SessionPlansApi): Record<string, (...args: unknown[]) => Promise<unknown>> {
  return api as never;
}

describe('wrong calls of the API for other extensions', () => {
  it('a participant that nobody contributes, that two contribute, and @plan have no sessions', async () => {
    const { api, extensions } = await openApi();
    const token = tokenOf('one');
    for (const participant of [
      'nobody',
      '',
      `${PLANNER} `,
      '__proto__',
      OURS,
      'x'.repeat(100_000),
    ]) {
      await refused('invalid_input', api.openSession({ participant, token }));
      await refused('invalid_input', api.listSessions({ participant }));
      assert.throws(() => api.onDidChangeSteps({ participant }, () => undefined), {
        code: 'invalid_input',
      });
    }
    extensions.push(extensionOf('copycat.planner', [PLANNER], [{ id: PLANNER, planning: true }]));
    await refused('invalid_configuration', api.openSession({ participant: PLANNER, token }));
    assert.throws(() => api.onDidChangeSteps({ participant: PLANNER }, () => undefined), {
      message: /acme\.planner, copycat\.planner/,
    });
  });

  it('a name with a sharp sign cannot stand for the sessions of somebody else', async () => {
    const { api, extensions, open } = await openApi();
    const session = await open();
    const participant = `x${session.id.slice(session.id.indexOf('#'))}`;
    extensions.push(extensionOf('sly.one', [participant], [{ id: participant, planning: true }]));
    await refused('invalid_input', api.openSession({ participant, token: tokenOf('one') }));
  });

  it('a token that is of no chat opens nothing', async () => {
    const { api } = await openApi();
    const tokens = [
      ...[undefined, null, 7, 'chat:one', {}, { sessionResource: 'chat:one' }],
      ...[{ sessionResource: { scheme: '' } }, { sessionResource: [] }],
      tokenOf('x'.repeat(3_000)),
    ];
    for (const token of tokens) {
      await refused('no_session', api.openSession({ participant: PLANNER, token }));
    }
    assert.deepEqual(await api.listSessions({ participant: PLANNER }), []);
  });

  it('a session of another extension is like none', async () => {
    const { api, open } = await openApi();
    const theirs = (await open('one', OTHER)).id;
    const made = ['chat:one', 'chat:none#acme.planner.acme.planner.agent', '', 'srv:1'];
    for (const session of [theirs, ...made]) {
      await refused('session_not_found', api.openSession({ participant: PLANNER, session }));
    }
    const both = { participant: OTHER, session: theirs, token: tokenOf('one') };
    await refused('invalid_input', api.openSession(both));
  });

  it('arguments of no meaning are refused by every method, and nothing happens', async () => {
    const { api, begin, bench } = await openApi();
    const { session, turn } = await begin();
    await write(turn, 0, 'a');
    const before = await bench.stored(session.id);
    const wild = [null, 7, [], 'text', Object.create(null), { participant: 7 }, new Map()];
    for (const argument of [...wild, undefined]) {
      await refused('invalid_input', anyOf(api)['openSession']!(argument));
      await refused('invalid_input', anyOf(api)['listSessions']!(argument));
      assert.throws(() => anyOf(api)['onDidChangeSteps']!(argument, () => undefined), {
        code: 'invalid_input',
      });
    }
    const noListener = anyOf(api)['onDidChangeSteps']!;
    assert.throws(() => noListener({ participant: PLANNER }, {}), { code: 'invalid_input' });
    const [loose, looseTurn] = [anyOf(session as never), anyOf(turn as never)];
    for (const cursor of ['-1', '01', '', 'x', 7, null, {}, '9'.repeat(400)]) {
      await refused('invalid_input', loose['events']!(cursor));
      await refused('invalid_input', loose['attach']!(cursor));
    }
    for (const limit of [0, -1, 1.5, Number.NaN, 100_000, '10']) {
      await refused('invalid_input', loose['events']!('0', limit));
    }
    for (const active of [undefined, 'true', 1, null]) {
      await refused('invalid_input', loose['setPlanMode']!(active));
    }
    for (const cancel of [7, 'token', {}, null, { onCancellationRequested: true }]) {
      await refused('invalid_input', loose['beginTurn']!(cancel));
    }
    for (const id of ['', 7, null, {}, 'x'.repeat(2_000)]) {
      await refused('invalid_input', looseTurn['call']!(id, 'read_plan', {}));
      await refused('invalid_input', looseTurn['boundary']!(id));
    }
    await refused('unknown_tool', looseTurn['call']!('c', 'constructor', {}));
    await refused('unknown_tool', looseTurn['call']!('c', 'add_subtask', {}));
    await refused('invalid_input', looseTurn['call']!('c', Symbol('read_plan'), {}));
    assert.deepEqual(await bench.stored(session.id), before);
  });

  it('hostile input of a tool is a refusal that leaves the plan alone', async () => {
    const { begin, bench } = await openApi();
    const { session, turn } = await begin();
    await write(turn, 0, 'a');
    const before = await bench.stored(session.id);
    const steps = [{ id: 'a', description: 'Do a', status: 'pending' }];
    const circular: Record<string, unknown> = { expected_revision: 1 };
    circular['steps'] = [circular];
    const inputs: unknown[] = [
      ...[null, 'text', 7, [], circular, new Map([['expected_revision', 1]])],
      { expected_revision: 1, steps, session: 'chat:two' },
      JSON.parse('{"expected_revision":1,"steps":[],"__proto__":{"steps":[]}}'),
      { expected_revision: 1, steps: { length: 1, 0: steps[0] } },
      { expected_revision: 1, steps: [{ ...steps[0], status: 'done' }] },
      { expected_revision: 1, steps: [{ ...steps[0], description: 'x'.repeat(5_000_000) }] },
      { expected_revision: 1, steps: Array.from({ length: 20_000 }, () => steps[0]) },
      { expected_revision: 1, steps, explanation: new String('boxed') },
    ];
    for (const [at, input] of inputs.entries()) {
      const result = await turn.call(`wild-${String(at)}`, 'update_plan', input);
      assert.ok(result.isError, String(at));
      assert.ok(result.content.map(({ text }) => text).join('').length < 6_000);
    }
    const trap = new Proxy({}, { ownKeys: () => assert.fail('A trap.') });
    await assert.rejects(turn.call('trap', 'update_plan', trap), /A trap\./);
    const { plan } = await session.snapshot();
    assert.deepEqual([plan?.revision, plan?.steps], [1, before.loaded?.record.plan?.steps]);
  });

  it('a turn that is over, or was replaced, changes nothing and can be ended again', async () => {
    const { begin, open } = await openApi();
    const { session, turn } = await begin();
    await turn.end();
    await turn.end();
    await turn.cancel();
    const replaced = await session.beginTurn();
    const running = await (await open()).beginTurn();
    for (const over of [turn, replaced]) {
      await refused('turn_not_current', over.tools());
      await refused('turn_not_current', over.boundary());
      await refused('turn_not_current', write(over, 0, 'a'));
    }
    await replaced.cancel();
    await replaced.end();
    assert.deepEqual((await session.snapshot()).turn, { turnId: running.id });
    assert.equal((await write(running, 0, 'a')).isError, false);
  });

  it('a session that was removed is said to be gone, by all that was opened in it', async () => {
    const { bench, begin } = await openApi();
    const { session, turn } = await begin();
    await bench.store.remove(session.id);
    await refused('session_not_found', session.snapshot());
    await refused('session_not_found', session.events('0'));
    await refused('session_not_found', session.attach());
    await refused('session_not_found', session.planMode());
    await refused('session_not_found', session.setPlanMode(true));
    await refused('session_not_found', session.beginTurn());
    await refused('session_not_found', turn.tools());
    await refused('session_not_found', turn.boundary());
    await refused('session_not_found', write(turn, 0, 'a'));
  });

  it('where the person switched planning off no chat begins, and what is there can be read', async () => {
    const { api, begin, open, person } = await openApi();
    const { session } = await begin();
    person.enabled = false;
    await refused('disabled', open());
    await refused('disabled', session.beginTurn());
    assert.equal((await session.snapshot()).plan, null);
    const known = await api.openSession({ participant: PLANNER, session: session.id });
    assert.equal(known.id, session.id);
  });

  it('every code that there is has its place in what callers are told', () => {
    const { code, details } = told(new PlanError('retry', 'Again.'));
    assert.deepEqual([code, details], ['retry', {}]);
  });

  it('nobody can put something else in the place of what everybody is given', async () => {
    const { api, begin } = await openApi();
    const { session, turn } = await begin();
    for (const shared of [api, api.capabilities, session, turn]) assert.ok(Object.isFrozen(shared));
  });

  it('calls after the end of the extension say that there is no storage any more', async () => {
    const { api, bench, begin, dispose } = await openApi();
    const { session, turn } = await begin();
    await bench.service.dispose();
    await bench.store.close();
    dispose();
    const gone = 'store_unavailable';
    await refused(gone, api.openSession({ participant: PLANNER, token: tokenOf('two') }));
    await refused(gone, api.listSessions({ participant: PLANNER }));
    await refused(gone, session.snapshot());
    await refused(gone, session.attach());
    await refused(gone, session.beginTurn());
    await refused(gone, turn.boundary());
    await refused(gone, write(turn, 0, 'a'));
    await refused(gone, turn.end());
    api.onDidChangeSteps({ participant: PLANNER }, () => undefined).dispose();
  });

  it('what still follows a session when the extension ends comes to its end', async () => {
    const { dispose, open } = await openApi();
    const attachment = await (await open()).attach();
    const reading = attachment[Symbol.asyncIterator]().next();
    dispose();
    assert.deepEqual(await reading, { done: true, value: undefined });
  });
});
