import assert from 'node:assert/strict';
import { SessionServer } from '../../../src/server/sessionServer';
import { openBench } from '../../service/serviceFixtures';
import { fakeIds } from '../../support/fakeIds';
import { openApi, PLANNER, write } from './apiBench';

const APPROVED = { rejected: false, action: 'Approve and start' };

/** A turn in plan mode, in which a plan was written. */
async function planned() {
  const opened = await openApi();
  const { session, turn } = await opened.begin();
  await session.setPlanMode(true);
  await turn.boundary();
  await write(turn, 0, 'a');
  const exit = (callId: string) => turn.call(callId, 'exit_plan_mode', { expected_revision: 1 });
  return { ...opened, session, turn, exit };
}

describe('plan mode through the API', () => {
  it('[PM.1][PM.2][PM.4][PM.5] is there and inactive at first, waits when selected, and comes at the boundary', async () => {
    const { begin } = await openApi();
    const { session, turn } = await begin();
    assert.deepEqual(await session.planMode(), { active: false });
    assert.deepEqual(await session.setPlanMode(true), { active: false, pending: true });
    assert.deepEqual(await session.planMode(), { active: false, pending: true });
    const { planMode, modeGuidance } = await turn.boundary();
    assert.deepEqual(planMode, { active: true });
    assert.match(modeGuidance ?? '', /Plan mode is active/);
    assert.deepEqual(await session.setPlanMode(false), { active: true, pending: false });
    const after = await turn.boundary();
    assert.equal(after.modeGuidance, null);
    assert.match(after.notice ?? '', /Plan mode ended/);
  });

  it('[PM.3][PM.79] is the same for every client, whatever of the log it has read', async () => {
    const bench = openBench();
    const { session, turn } = await (await openApi(bench)).begin();
    const other = await openApi(bench);
    const theirs = await other.api.openSession({ participant: PLANNER, session: session.id });
    const server = new SessionServer({ service: bench.service, coworkers: [], ids: fakeIds() });
    await theirs.setPlanMode(true);
    await turn.boundary();
    await server.setPlanMode(session.id, false);
    const states = [session, theirs].map((each) => each.planMode());
    for (const state of [...states, server.planMode(session.id)]) {
      assert.deepEqual(await state, { active: true, pending: false });
    }
  });

  it('is left when the person approves, by the card of the chat that asks', async () => {
    const { exit, person, session, turn } = await planned();
    person.card = () => APPROVED;
    const result = await exit('exit-1');
    assert.equal(result.isError, false);
    assert.deepEqual(person.cards, [{ sessionResource: { scheme: 'chat', path: 'one' } }]);
    assert.deepEqual(await session.planMode(), { active: true, pending: false });
    assert.deepEqual((await turn.boundary()).planMode, { active: false });
  });

  it('goes on when the person wants another plan, however often, and when nobody answers', async () => {
    const { exit, person, session } = await planned();
    person.card = () => ({ rejected: true, feedback: 'Smaller steps.' });
    for (const at of [1, 2, 3, 4]) {
      const { content } = await exit(`kept-${String(at)}`);
      assert.match(content[0]?.text ?? '', /Smaller steps\./);
    }
    person.card = () => ({ rejected: false, action: 'Something else' });
    assert.ok((await exit('no-answer')).isError);
    assert.deepEqual(await session.planMode(), { active: true });
  });

  it('a turn that is cancelled while the person reads takes the question away, and approves nothing', async () => {
    const { exit, person, session, turn } = await planned();
    const asked = new Promise<void>((resolve) => {
      person.card = () => {
        resolve();
        return new Promise(() => undefined);
      };
    });
    const question = exit('exit-1').catch((error: unknown) => error);
    await asked;
    await turn.cancel();
    await question;
    assert.deepEqual(await session.planMode(), { active: true });
    const page = await session.events('0');
    assert.ok(!page.reset);
    assert.ok(!page.events.some(({ type }) => type === 'plan_reviewed'));
  });
});
