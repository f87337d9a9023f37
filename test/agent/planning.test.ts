import assert from 'node:assert/strict';
import type { RunContext } from '../../src/agent/planning';
import { createPlanning } from '../../src/agent/planning';
import type { PlanningOptions } from '../../src/agent/planningOptions';
import { planningGuidance } from '../../src/agent/guidance';
import { toConfiguration } from '../../src/domain/coworker';
import { PLAN_TOOL_NAMES } from '../../src/domain/planCommand';
import { PlanError } from '../../src/domain/planError';
import { resultText } from '../../src/domain/toolResult';
import { toolsOfMode } from '../../src/domain/toolset';
import { rejectsWith } from '../service/serviceFixtures';
import {
  added,
  asked,
  called,
  fakeRuntime,
  markersOf,
  requestOf,
  sent,
  textOf,
} from './agentFixtures';

const runtime = fakeRuntime();

/** A context of its own: a new run. */
const aRun = (): RunContext => ({});

function namesOf(options: PlanningOptions): string[] {
  return createPlanning(options, runtime)
    .toolset()
    .tools.map(({ name }) => name);
}

function refuses(options: unknown, details: RegExp): void {
  assert.throws(
    () => createPlanning(options as PlanningOptions, runtime),
    (error) => PlanError.is(error, 'invalid_configuration') && details.test(error.message),
  );
}

describe('createPlanning', () => {
  it('[PT.21] has the tools of its mode without another word', () => {
    assert.deepEqual(namesOf({}), toolsOfMode({ subtasks: false }));
  });

  it('[PT.22] says its guidance as instructions, the same before and after there is a plan', async () => {
    const planning = createPlanning({}, runtime);
    const before = planning.instructions();
    assert.equal(before, planningGuidance(toConfiguration({ planning: true })));
    const run = aRun();
    await planning.forRun(run);
    await added(planning, run, 'Secret step');
    assert.equal(planning.instructions(), before);
  });

  it('[PT.99][PT.100][PT.101] null is the built-in guidance, an empty one is none, another is said as it is', () => {
    const said = (guidance: string | null) => createPlanning({ guidance }, runtime).instructions();
    assert.equal(said(null), createPlanning({}, runtime).instructions());
    assert.equal(said(''), null);
    assert.equal(said('Plan a little.'), 'Plan a little.');
  });

  it('[PT.97] is called planning, unless it is given another name', () => {
    assert.equal(createPlanning({}, runtime).id, 'planning');
    const other = createPlanning({ id: 'other' }, runtime);
    assert.deepEqual([other.id, other.toolset().id], ['other', 'other']);
  });

  it('[PT.102] keeps the cache for 5 minutes or for 1 hour, 5 minutes unless it is said', async () => {
    for (const [options, ttl] of [
      [{}, '5m'],
      [{ cacheTtl: '5m' }, '5m'],
      [{ cacheTtl: '1h' }, '1h'],
    ] as const) {
      const planning = createPlanning(options, runtime);
      const run = aRun();
      await planning.forRun(run);
      await added(planning, run, 'Read');
      const markers = markersOf(await sent(planning, run));
      assert.deepEqual(markers, [{ kind: 'cache_marker', ttl, tail: true }]);
    }
    refuses({ cacheTtl: '10m' }, /cacheTtl/);
  });

  it('[PT.104][PT.106] has no subtasks and every tool of the mode unless it is said', () => {
    assert.deepEqual(namesOf({ tools: null }), toolsOfMode({ subtasks: false }));
    assert.deepEqual(namesOf({ enableSubtasks: true }), PLAN_TOOL_NAMES);
    assert.deepEqual(namesOf({ tools: ['read_plan', 'write_plan'] }), ['read_plan', 'write_plan']);
  });

  it('[PTx.25] with no tools registers nothing and says nothing', () => {
    const planning = createPlanning({ tools: [] }, runtime);
    assert.deepEqual([planning.toolset().tools, planning.instructions()], [[], null]);
  });

  it('[PT.41][PT.42] names tools and descriptions that the mode does not have', () => {
    refuses({ tools: ['add_subtask', 'write_plan'] }, /add_subtask.*Allowed are.*write_plan/s);
    refuses({ descriptions: { nothing: 'x' } }, /nothing.*Allowed are/s);
    refuses({ tools: ['exit_plan_mode'] }, /exit_plan_mode/);
    refuses({ inject: 'yes' }, /inject/);
    refuses({ session: '' }, /session/);
    refuses({ reminders: true }, /reminders; allowed are .*inject/);
  });

  it('[PT.107] describes a tool in the words that it was given', () => {
    const descriptions = { write_plan: 'Writes the plan of the kitchen.' };
    const [tool] = createPlanning({ tools: ['write_plan'], descriptions }, runtime).toolset().tools;
    assert.equal(tool?.description, descriptions.write_plan);
  });

  it('[PT.105][PT.91] reminds unless that is switched off; then the store is not even read', async () => {
    for (const inject of [undefined, true, false]) {
      const planning = createPlanning(inject === undefined ? {} : { inject }, runtime);
      const run = aRun();
      const { resolveStore } = await planning.forRun(run);
      await added(planning, run, 'Read');
      const store = await resolveStore(run);
      let loads = 0;
      const { load } = store;
      store.load = (session) => {
        loads++;
        return load.call(store, session);
      };
      const request = requestOf(asked('Go on'));
      const shaped = await sent(planning, run, request);
      assert.equal(/\[Read\]|Read/.test(textOf(shaped)), inject !== false);
      assert.equal(shaped === request, inject === false);
      assert.equal(loads, inject === false ? 0 : 1);
    }
  });

  it('[PT.113] has one toolset, the same object in the copy of every run', async () => {
    const planning = createPlanning({}, runtime);
    const [one, other] = [await planning.forRun(aRun()), await planning.forRun(aRun())];
    assert.equal(one.toolset(), planning.toolset());
    assert.equal(other.toolset(), planning.toolset());
    assert.ok(Object.isFrozen(planning.toolset()));
  });

  it('answers a tool that it does not have, and input of the wrong shape, with a refusal', async () => {
    const planning = createPlanning({ tools: ['write_plan'] }, runtime);
    const run = aRun();
    const { resolveStore } = await planning.forRun(run);
    const unknown = await called(planning, run, 'c1', 'add_task', { content: 'Read' });
    assert.match(resultText(unknown), /^ERROR: .*not switched on/);
    const misshapen = await called(planning, run, 'c2', 'write_plan', { steps: [] });
    assert.match(resultText(misshapen), /^ERROR: .*items/s);
    // The planning code was not entered.
    assert.equal(await (await resolveStore(run)).load('default'), undefined);
  });

  it('asks once whether a plan that nobody changes is still true, and counts a request sent again as one', async () => {
    const planning = createPlanning({}, runtime);
    const run = aRun();
    await planning.forRun(run);
    await added(planning, run, 'Read');
    const asks: string[] = [];
    for (let at = 0; at < 50; at++) {
      const request = { ...requestOf(asked('Go on')), id: `request-${at}` };
      const [first, again] = [
        await sent(planning, run, request),
        await sent(planning, run, request),
      ];
      assert.deepEqual(again, first);
      if (/not changed/.test(textOf(first))) asks.push(request.id);
      if (at === 10) await added(planning, run, 'Write');
    }
    assert.deepEqual(asks, ['request-31']);
  });

  it('passes what the loop does not send or cannot send on to it', async () => {
    const planning = createPlanning({}, runtime);
    const failure = new Error('The model is busy.');
    const request = requestOf(asked('Go on'));
    await assert.rejects(
      planning.wrapRequest(aRun(), request, () => Promise.reject(failure)),
      failure,
    );
    await rejectsWith(
      'cancelled',
      planning.toolset().call(aRun(), {
        ...{ call_id: 'c1', name: 'add_task', input: { content: 'Read' } },
        signal: { cancelled: true },
      }),
    );
  });
});
