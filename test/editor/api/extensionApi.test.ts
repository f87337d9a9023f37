import assert from 'node:assert/strict';
import type { FeedItem, StepsChanged } from '../../../src/protocol/extensionApi';
import { onceAt } from '../../service/serviceFixtures';
import { OTHER, openApi, PLANNER, SILENT, write } from './apiBench';

describe('the API for other extensions', () => {
  it('[DP.46] says what this version can do, before anybody has declared anything', async () => {
    const { api } = await openApi();
    assert.equal(api.apiVersion, 1);
    assert.deepEqual(api.capabilities, { durable_plans: true });
  });

  it('[DP.7][DP.2] gives a declared participant tools, takes its calls, and answers with the plan', async () => {
    const { session, turn } = await (await openApi()).begin();
    assert.equal(session.id, 'chat:one#acme.planner.acme.planner.agent');
    const before = await session.snapshot();
    assert.equal(before.plan, null);
    assert.deepEqual(before.turn, { turnId: turn.id });
    const { tools, guidance } = await turn.tools();
    const names = tools.map(({ name }) => name);
    assert.ok(names.includes('update_plan') && names.includes('exit_plan_mode'));
    assert.match(guidance ?? '', /update_plan/);
    const result = await write(turn, 0, 'a', 'b');
    assert.equal(result.isError, false);
    await turn.end();
    const { plan, turn: running } = await session.snapshot();
    assert.equal(running, null);
    assert.equal(plan?.revision, 1);
    assert.equal(plan.turn_id, turn.id);
    assert.deepEqual(
      plan.steps.map(({ id }) => id),
      ['a', 'b'],
    );
  });

  it('puts the plan of the moment at the end of each request, once for each request id', async () => {
    const { turn } = await (await openApi()).begin();
    assert.equal((await turn.boundary()).reminder, null);
    await write(turn, 0, 'a');
    const first = await turn.boundary('request-1');
    assert.match(first.reminder?.text ?? '', /Revision: 1[^]*\[a\] Do a/);
    await write(turn, 1, 'b');
    assert.deepEqual(await turn.boundary('request-1'), first);
    assert.match((await turn.boundary('request-2')).reminder?.text ?? '', /Revision: 2/);
  });

  it('answers a call that comes again as it did, and tells a model what its input breaks', async () => {
    const { session, turn } = await (await openApi()).begin();
    const result = await write(turn, 0, 'a');
    assert.deepEqual(await write(turn, 0, 'a'), result);
    const other = await write(turn, 0, 'b');
    assert.equal(other.structuredContent?.['error'], 'call_id_reused');
    const { cursor } = await session.snapshot();
    const broken = await turn.call('call-x', 'update_plan', { steps: 'all' });
    assert.ok(broken.isError);
    assert.match(broken.content[0]?.text ?? '', /^ERROR: .*expected_revision/s);
    assert.equal((await session.snapshot()).cursor, cursor);
  });

  it('[DP.3][DP.62][DP.64] is followed by snapshot, attachment and log, all of one stream', async () => {
    const { session, turn } = await (await openApi()).begin();
    const attachment = await session.attach();
    const followed: FeedItem[] = [];
    const following = (async () => {
      for await (const item of attachment) {
        followed.push(item);
        if (followed.length === 2) attachment.dispose();
      }
    })();
    await write(turn, 0, 'a');
    await turn.end();
    await following;
    const { cursor } = attachment.snapshot;
    const page = await session.events(cursor);
    assert.ok(!page.reset);
    assert.deepEqual(
      followed.map((item) => item.kind === 'event' && item.event),
      page.events,
    );
    assert.deepEqual(
      page.events.map(({ type }) => type),
      ['plan_updated', 'turn_ended'],
    );
    assert.equal(page.cursor, (await session.snapshot()).cursor);
    const replayed = await session.attach('0');
    const types: string[] = [];
    for await (const item of replayed) {
      if (item.kind === 'event') types.push(item.event.type);
      if (types.at(-1) === 'turn_ended') break;
    }
    assert.deepEqual(types, ['session_created', 'turn_started', 'plan_updated', 'turn_ended']);
    const tooFar = await session.events('99');
    assert.ok(tooFar.reset);
    assert.equal(tooFar.snapshot.plan?.revision, 1);
  });

  it('tells the steps of its own participant alone, before and after, and they cannot be changed', async () => {
    const { api, begin, open } = await openApi();
    const heard: StepsChanged[] = [];
    const listening = api.onDidChangeSteps({ participant: PLANNER }, (change) => {
      heard.push(change);
      assert.throws(() => Object.assign(change.events[0]!.item, { content: 'mine' }), TypeError);
    });
    const { session, turn } = await begin();
    await write(turn, 0, 'a');
    const started = { id: 'a', description: 'Do a', status: 'in_progress' };
    await turn.call('call-1', 'update_plan', { expected_revision: 1, steps: [started] });
    const stranger = await (await open('one', OTHER)).beginTurn();
    await write(stranger, 0, 'z');
    assert.deepEqual(
      heard.map(({ session: key, revision }) => [key, revision]),
      [
        [session.id, 1],
        [session.id, 2],
      ],
    );
    const [updated] = heard[1]!.events;
    assert.equal(updated?.kind, 'planning.updated');
    assert.equal(updated.previous_state?.status, 'pending');
    assert.equal(updated.item.status, 'in_progress');
    listening.dispose();
    await write(turn, 2, 'b');
    assert.equal(heard.length, 2);
  });

  it('lists the sessions of the participant, newest first, with counts where they plan', async () => {
    const { api, bench, begin, open, extensions } = await openApi();
    const { turn } = await begin('one');
    await write(turn, 0, 'a');
    bench.clock.advance(1_000);
    await begin('two');
    await open('one', OTHER);
    await open('three', SILENT);
    const listed = await api.listSessions({ participant: PLANNER });
    assert.deepEqual(
      listed.map(({ sessionId, coworker, total }) => [sessionId, coworker, total]),
      ['two', 'one'].map((chat, at) => [`chat:${chat}#acme.planner.${PLANNER}`, '@planner', at]),
    );
    extensions[0]!.packageJSON = {
      contributes: { chatParticipants: [{ id: SILENT, name: ['chat'] }] },
    };
    await open('four', SILENT);
    const [nameless] = await api.listSessions({ participant: SILENT });
    assert.equal(nameless?.coworker, '@acme.planner');
    const [silent] = await api.listSessions({ participant: SILENT });
    assert.equal('total' in silent!, false);
  });

  it('goes on in the session of the chat, or in one that is known by its key', async () => {
    const { api, open, begin, person } = await openApi();
    const { session, turn } = await begin();
    await write(turn, 0, 'a');
    const again = await open();
    assert.equal(again.id, session.id);
    const known = await api.openSession({ participant: PLANNER, session: session.id });
    assert.equal((await known.snapshot()).plan?.revision, 1);
    await open('silent', SILENT);
    // The panel follows what is used in a chat, where there is something to follow.
    assert.deepEqual([...new Set(person.shown)], [session.id]);
  });

  it('a cancelled token cancels the turn and what it has not committed', async () => {
    const { session, turn, cancel } = await cancellable();
    await write(turn, 0, 'a');
    cancel();
    await turn.end();
    await assert.rejects(write(turn, 1, 'b'), { code: 'turn_not_current' });
    const { plan, turn: running } = await session.snapshot();
    assert.equal(plan?.revision, 1);
    assert.equal(running, null);
    const page = await session.events('0');
    assert.ok(!page.reset);
    assert.deepEqual(page.events.at(-1)?.data, { outcome: 'cancelled' });
  });

  it('a turn can still be cancelled while its end waits for a call', async () => {
    const { bench, begin } = await openApi();
    const { session, turn } = await begin();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const started = new Promise<void>((resolve) => {
      onceAt(bench, 'beforeAppend', () => {
        resolve();
        return held;
      });
    });
    const call = assert.rejects(write(turn, 0, 'a'), { code: 'cancelled' });
    await started;
    const end = turn.end();
    const cancelled = turn.cancel();
    release();
    await Promise.all([call, end, cancelled]);
    const { plan, turn: running } = await session.snapshot();
    assert.deepEqual([plan, running], [null, null]);
  });

  it('a turn that was cancelled before it began is over', async () => {
    const { session, turn } = await cancellable(true);
    await assert.rejects(turn.boundary(), { code: 'turn_not_current' });
    await turn.cancel();
    assert.equal((await session.snapshot()).turn, null);
  });
});

async function cancellable(atOnce = false) {
  const { open } = await openApi();
  const session = await open();
  const listeners: (() => unknown)[] = [];
  const token = {
    isCancellationRequested: atOnce,
    onCancellationRequested: (listener: () => unknown) => {
      listeners.push(listener);
      return { dispose: () => undefined };
    },
  };
  const turn = await session.beginTurn(token);
  const cancel = () => {
    for (const listener of listeners) listener();
  };
  return { session, turn, cancel };
}
