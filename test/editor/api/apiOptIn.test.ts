import assert from 'node:assert/strict';
import manifest from '../../../package.json';
import { toConfiguration } from '../../../src/domain/coworker';
import { rejectsWith } from '../../service/serviceFixtures';
import { openApi, PLANNER, SILENT, tokenOf, write } from './apiBench';
import { CHAT, openParticipant } from '../participant/participantBench';

type Opened = Awaited<ReturnType<typeof openApi>>;

/** What the manifest of the planner's extension says of it from now on; undefined: nothing at all. */
function declare({ extensions }: Opened, participants: unknown): void {
  const [planner] = extensions;
  const { contributes } = planner!.packageJSON as { contributes: object };
  planner!.packageJSON = {
    contributes,
    ...(participants !== undefined && { sessionPlans: { participants } }),
  };
}

describe('the declaration of a participant', () => {
  it('[DP.8][DP.9] without it there are no tools, no words, no tail, and no plan in the snapshot', async () => {
    const { begin } = await openApi();
    const { session, turn } = await begin('one', SILENT);
    assert.deepEqual(await turn.tools(), { tools: [], guidance: null });
    assert.deepEqual(await turn.boundary(), {
      ...{ planMode: null, reminder: null, modeGuidance: null, notice: null },
    });
    assert.equal('plan' in (await session.snapshot()), false);
    assert.equal(await session.planMode(), null);
    assert.equal(await session.setPlanMode(true), null);
    await rejectsWith('unknown_tool', write(turn, 0, 'a'));
    await rejectsWith('unknown_tool', turn.call('c', 'exit_plan_mode', { expected_revision: 0 }));
    await turn.end();
  });

  it('[DP.10] no argument can switch on what was not declared', async () => {
    const { api, extensions, open } = await openApi();
    const token = tokenOf('one');
    for (const more of [{ planning: true }, { configuration: { planning: true } }]) {
      const request = { participant: SILENT, token, ...more };
      await rejectsWith('invalid_input', api.openSession(request));
    }
    // Declared by somebody who does not have the participant.
    extensions[1]!.packageJSON = {
      ...(extensions[1]!.packageJSON as object),
      sessionPlans: { participants: [{ id: SILENT, planning: true }] },
    };
    assert.equal('plan' in (await (await open('one', SILENT)).snapshot()), false);
  });

  it('[DP.11] what held when the session was made holds for its life, in both directions', async () => {
    const opened = await openApi();
    const { begin, open } = opened;
    const { turn } = await begin('old');
    await write(turn, 0, 'a');
    const names = (await turn.tools()).tools.map(({ name }) => name);
    declare(opened, undefined);
    const old = await begin('old');
    assert.deepEqual(
      (await old.turn.tools()).tools.map(({ name }) => name),
      names,
    );
    assert.equal((await old.session.snapshot()).plan?.revision, 1);
    assert.equal('plan' in (await (await open('new')).snapshot()), false);
    declare(opened, [{ id: PLANNER, planning: true }]);
    assert.equal('plan' in (await (await open('new')).snapshot()), false);
    assert.equal((await (await open('newer')).snapshot()).plan, null);
  });

  it('holds anew for a chat whose session was deleted', async () => {
    const opened = await openApi();
    const { session, turn } = await opened.begin();
    await write(turn, 0, 'a');
    await opened.bench.store.remove(session.id);
    declare(opened, undefined);
    const again = await opened.begin();
    assert.equal(again.session.id, session.id);
    assert.deepEqual((await again.turn.tools()).tools, []);
  });

  it('says all that a manifest of a coworker can say', async () => {
    const opened = await openApi();
    declare(opened, [
      { id: 'another' },
      {
        ...{ id: PLANNER, planning: true, subtasks: true, tools: ['read_plan', 'add_subtask'] },
        ...{ guidance: 'Plan well.', plan_mode: false, inject: false },
        descriptions: { read_plan: 'Reads.' },
      },
    ]);
    const { turn } = await opened.begin();
    const { tools, guidance } = await turn.tools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['read_plan', 'add_subtask'],
    );
    assert.equal(tools[0]?.description, 'Reads.');
    assert.equal(guidance, 'Plan well.');
  });

  it('@plan has one, too, and plans as it says', async () => {
    const [declared, ...more] = manifest.sessionPlans.participants;
    assert.deepEqual(more, []);
    assert.equal(declared?.id, manifest.contributes.chatParticipants[0]?.id);
    const chat = await openParticipant();
    await chat.send('Go on');
    const { planning } = declared!;
    const { planning: plans, subtasks } = toConfiguration({ planning });
    const pinned = await chat.bench.service.configuration(CHAT);
    assert.deepEqual([pinned?.planning, pinned?.subtasks], [plans, subtasks]);
    assert.deepEqual((await chat.snapshot())?.planMode, { active: false });
  });

  it('one that makes no sense names extension and place, and harms no session that there is', async () => {
    const opened = await openApi();
    const { session } = await opened.begin('old');
    const senseless: [unknown, RegExp][] = [
      ['all', /no list/],
      [[PLANNER], /no list/],
      [{ id: PLANNER }, /no list/],
      [[{ id: PLANNER }, { id: PLANNER, planning: true }], /more than once/],
      [[{ id: PLANNER, planning: 'yes' }], /planning/],
      [[{ id: PLANNER, planing: true }], /planing/],
      [[{ id: PLANNER, planning: true, tools: ['drop_plan'] }], /drop_plan/],
      [[{ id: PLANNER, plan_mode: true }], /plan_mode/],
    ];
    for (const [participants, message] of senseless) {
      declare(opened, participants);
      await assert.rejects(opened.open('new'), (error: Error & { code?: string }) => {
        assert.equal(error.code, 'invalid_configuration');
        assert.match(error.message, message);
        assert.match(error.message, /acme\.planner/);
        return true;
      });
      assert.equal((await (await opened.open('old')).snapshot()).sessionId, session.id);
    }
  });
});
