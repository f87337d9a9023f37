import assert from 'node:assert/strict';
import fc from 'fast-check';
import { commandTable } from '../../src/domain/commands/commandTable';
import { revisionOf, type PlanDocument } from '../../src/domain/plan';
import { PLAN_TOOL_NAMES, type PlanCommand, type PlanToolName } from '../../src/domain/planCommand';
import type { PlanEvent } from '../../src/domain/planEvent';
import { PlanError } from '../../src/domain/planError';
import { evolve, initialState } from '../../src/domain/planState';
import { step, update } from '../domain/planFixtures';
import { fakeProcess } from '../support/fakeProcess';
import { guest, openBench, ORIGIN, SESSION, type Bench } from './serviceFixtures';

const STATUSES = ['pending', 'in_progress', 'completed', 'cancelled', 'blocked'] as const;
const THREE = ['pending', 'in_progress', 'completed'] as const;

/** So often is each tool called; those that need certain steps are refused most. */
const TOOLS = {
  update_plan: 2,
  read_plan: 1,
  write_plan: 2,
  add_task: 3,
  update_task_status: 4,
  update_task_statuses: 4,
  remove_task: 2,
  add_subtask: 4,
  set_dependency: 9,
  get_available_tasks: 1,
} satisfies Record<PlanToolName, number>;

const action = fc.record({
  // Mostly calls, so that there is a plan whose steps they are about.
  by: fc.oneof(
    { weight: 8, arbitrary: fc.constant('hosted' as const) },
    { weight: 6, arbitrary: fc.constant('guest' as const) },
    { weight: 3, arbitrary: fc.constantFrom('begin', 'begin', 'end', 'cancel', 'restart') },
  ),
  tool: fc.oneof(
    ...PLAN_TOOL_NAMES.map((name) => ({ weight: TOOLS[name], arbitrary: fc.constant(name) })),
  ),
  /** Picks steps, statuses and wordings. */
  picks: fc.array(fc.nat({ max: 99 }), { minLength: 4, maxLength: 4 }),
  process: fc.nat({ max: 1 }),
  /** Whether a guest knows subtasks. */
  subtasks: fc.constantFrom(true, true, true, false),
  /** Comes at the same time as the one before it. */
  isAtOnce: fc.boolean(),
  /** Takes a call id that may have been used. */
  isAgain: fc.nat({ max: 7 }).map((nth) => nth === 7),
});
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

/** A command about the plan as it is now; often one that is refused. */
function toCommand({ tool, picks }: Action, plan: PlanDocument | null): PlanCommand {
  const [a = 0, b = 0, c = 0, d = 0] = picks;
  const known = (plan?.steps ?? []).map(({ id }) => id);
  const ids = [...known, ...known, 'x', 'y', `z${a % 5}`];
  const id = (pick: number): string => ids[pick % ids.length] ?? 'x';
  const status = STATUSES[c % STATUSES.length] ?? 'pending';
  const revision = Math.max(0, revisionOf(plan) - (d % 9 === 0 ? 1 : 0));
  const listed = [...new Set([id(a), id(b), id(c), 'x', 'y'])];
  switch (tool) {
    case 'update_plan':
      return update(
        revision,
        listed.map((name, at) => step(name, { status: THREE[(c + at) % 3] ?? 'pending' })),
        `Why ${d}`,
      );
    case 'write_plan': {
      const waiting = { content: 'Waits', depends_on: [id(a)], parent_id: id(a) };
      const items = [
        { content: `New ${a}` },
        ...listed.map((name) => ({ id: name, content: `Do ${name}` })),
        ...(d % 3 === 0 ? [waiting] : []),
      ];
      return { name: tool, input: { items } };
    }
    case 'add_task':
      return { name: tool, input: { content: d % 9 === 0 ? ' ' : `Do ${a}` } };
    case 'update_task_status':
      return { name: tool, input: { task_id: id(a), status } };
    case 'update_task_statuses': {
      const updates = [id(a), id(b)].map((task_id) => ({ task_id, status }));
      return { name: tool, input: { updates } };
    }
    case 'remove_task':
      return { name: tool, input: { task_id: id(a) } };
    case 'add_subtask':
      return { name: tool, input: { parent_id: id(a), content: `Below ${a}` } };
    case 'set_dependency':
      return { name: tool, input: { task_id: id(a), depends_on_id: id(b) } };
    case 'read_plan':
    case 'get_available_tasks':
      return { name: tool, input: {} };
  }
}

/** Runs an action; only outcomes that somebody can act on are allowed to be failures. */
async function run(bench: Bench, act: Action, callId: string): Promise<void> {
  const command = toCommand(act, await bench.plan());
  const turn = (await bench.service.snapshot(SESSION))?.turn?.turn_id ?? 'no-turn';
  const origin = { ...ORIGIN, configuration: { planning: true, subtasks: act.subtasks } };
  try {
    if (act.by === 'begin') await bench.beginTurn();
    else if (act.by === 'end') await bench.endTurn(turn);
    else if (act.by === 'cancel') await bench.endTurn(turn, 'cancelled');
    else if (act.by === 'hosted') await bench.asHosted(callId, command);
    else await bench.service.execute({ ...guest(callId), origin, command });
  } catch (error) {
    const isExpected = ['cancelled', 'turn_not_current', 'unknown_tool'].some(
      (code) => PlanError.is(error) && error.code === code,
    );
    if (!isExpected) throw error;
  }
}

/** Ids that the log says were removed and by which revision last, and every id that it speaks of. */
function historyOf(events: readonly PlanEvent[]) {
  const removed = new Map<string, number>();
  const known = new Set<string>();
  let before: PlanDocument | null = null;
  for (const event of events) {
    if (event.type !== 'plan_updated') continue;
    const { plan } = event.data;
    const ids = new Set(plan.steps.map(({ id }) => id));
    for (const { id } of before?.steps ?? []) if (!ids.has(id)) removed.set(id, plan.revision);
    for (const id of ids) known.add(id);
    before = plan;
  }
  return { removed, known };
}

async function assertLogIsTheState(bench: Bench, benches: readonly Bench[]): Promise<void> {
  const { loaded, events } = await bench.stored();
  assert.ok(loaded);
  const state = events.reduce(evolve, initialState);
  assert.deepEqual(state.plan, loaded.record.plan);
  assert.equal(state.turn, loaded.record.turn?.turn_id ?? null);
  assert.deepEqual(
    events.map(({ sequence }) => sequence),
    Array.from({ length: loaded.version }, (_, index) => index + 1),
  );
  const updates = events.flatMap((event) => (event.type === 'plan_updated' ? [event.data] : []));
  assert.deepEqual(
    updates.map(({ plan }) => plan.revision),
    updates.map((_, index) => index + 1),
  );
  const { removed, known } = historyOf(events);
  assert.deepEqual(
    new Map([...(await bench.store.removedSteps(SESSION, [...known]))].sort()),
    new Map([...removed].sort()),
  );
  for (const event of events) {
    if (event.type !== 'plan_updated' && event.type !== 'tool_finished') continue;
    const recorded = await bench.store.recordedCall(SESSION, event.data.call_id);
    assert.deepEqual([recorded?.name, recorded?.result], [event.data.name, event.data.result]);
  }
  // Every event was told by the process that committed it, once and in order.
  const told = benches.flatMap(({ heard }) => heard.flatMap((change) => change.events));
  assert.deepEqual(
    told.toSorted((a, b) => a.sequence - b.sequence),
    events,
  );
  for (const { heard } of benches) {
    const sequences = heard.flatMap((change) => change.events.map(({ sequence }) => sequence));
    assert.deepEqual(
      sequences,
      sequences.toSorted((a, b) => a - b),
    );
  }
  assert.equal(benches.flatMap(({ heard }) => heard).length, loaded.generation);
}

describe('any sequence of commands', () => {
  it('leaves a log that says what is stored: plan, turn, revisions, removed steps and answers', async () => {
    const seen: Record<string, number> = {};
    await fc.assert(
      fc.asyncProperty(
        fc.boolean(),
        fc.array(action, { minLength: 1, maxLength: 40, size: 'max' }),
        async (subtasks, actions) => {
          const first = openBench();
          const benches = [first, first.another()];
          const all = [...benches];
          await first.openTurn(SESSION, { planning: true, subtasks });
          let running: Promise<void>[] = [];
          let turnOf = 0;
          for (const [index, act] of actions.entries()) {
            if (!act.isAtOnce) {
              await Promise.all(running);
              running = [];
            }
            if (act.by === 'restart') {
              const { process } = act;
              const restarted = first.another(fakeProcess(`owner-${index + 3}`));
              benches[process] = restarted;
              all.push(restarted);
              continue;
            }
            const callId = act.isAgain ? `call-${index % 5}` : `call-${index + 100}`;
            // Mostly by the process whose turn it is; sometimes by the other one, which is fenced.
            if (act.by === 'begin') turnOf = act.process;
            const strays = act.by !== 'hosted' || act.picks[3] === 0;
            running.push(run(benches[strays ? act.process : turnOf] ?? first, act, callId));
          }
          await Promise.all(running);
          await assertLogIsTheState(first, all);
          for (const event of await first.events()) {
            const kind = event.type === 'plan_updated' ? event.data.name : event.type;
            seen[kind] = (seen[kind] ?? 0) + 1;
          }
        },
      ),
      { numRuns: 120 },
    );
    // The sequences were worth something: turns began and ended, and every tool changed a plan.
    const changing = PLAN_TOOL_NAMES.filter((name) => commandTable[name].changesPlan);
    for (const kind of ['tool_finished', 'turn_started', 'turn_ended', ...changing]) {
      assert.ok((seen[kind] ?? 0) > 5, `${kind}: ${seen[kind] ?? 0}`);
    }
  });
});
