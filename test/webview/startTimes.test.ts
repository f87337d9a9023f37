import assert from 'node:assert/strict';
import type { PlanStep } from '../../src/domain/plan';
import type { PlanView } from '../../src/protocol/planView';
import { type StartTimes, startTimes } from '../../webview/plan/startTimes';
import { eventsOf, step, viewOf } from './panelFixtures';

const NONE: StartTimes = new Map();

/** A plan of two steps, by the status of each: p(ending), i(n progress), c(ompleted). */
function steps(statuses: string): PlanStep[] {
  const words = { p: 'pending', i: 'in_progress', c: 'completed' } as const;
  return [...statuses].map((letter, index) =>
    step(`s${String(index)}`, `Step ${String(index)}`, {
      status: words[letter as 'p' | 'i' | 'c'],
    }),
  );
}

/** The pictures after each of these lists, which were written seven minutes apart, by one tool. */
function pictures(lists: readonly string[], tool: string): PlanView[] {
  const events = eventsOf(lists.map(steps));
  return events.map((_, index) => {
    const view = viewOf(events.slice(0, index + 1));
    return { ...view, revisions: view.revisions.map((line) => ({ ...line, name: tool })) };
  });
}

function after(lists: readonly string[], tool = 'update_plan'): PlanView {
  const last = pictures(lists, tool).at(-1);
  assert.ok(last);
  return last;
}

/** The revision in which each step in progress was started, as far as that is known. */
function revisions(view: PlanView, times: StartTimes): Record<string, number | undefined> {
  const byTime = new Map(view.revisions.map(({ at, revision }) => [at, revision]));
  return Object.fromEntries([...times].map(([id, at]) => [id, byTime.get(at)]));
}

describe('startTimes', () => {
  it('takes the last revision that started a step, where only one can be in progress', () => {
    const view = after(['pp', 'ip', 'ci', 'ci']);
    assert.deepEqual(revisions(view, startTimes(view, null, NONE)), { s1: 3 });
  });

  it('claims nothing by the list where several steps may be in progress', () => {
    const view = after(['pp', 'ip', 'ii', 'ic'], 'update_task_status');
    assert.deepEqual(revisions(view, startTimes(view, null, NONE)), {});
  });

  it('knows that the steps of the first revision began with it', () => {
    const view = after(['ii', 'ic'], 'write_plan');
    assert.deepEqual(revisions(view, startTimes(view, null, NONE)), { s0: 1 });
  });

  it('claims nothing behind a revision of which nothing is known', () => {
    const view = after(['pp', 'ip', 'ip']);
    const revisionsOf = view.revisions.map((line, index) =>
      index === 0 ? { ...line, changes: null } : line,
    );
    assert.equal(startTimes({ ...view, revisions: revisionsOf }, null, NONE).size, 0);
  });

  it('goes along with what comes: kept while it is in progress, new when it was not before', () => {
    let known = NONE;
    let before: PlanView | null = null;
    const seen: unknown[] = [];
    for (const view of pictures(['pp', 'ip', 'ii', 'ic', 'pc', 'ic'], 'update_task_status')) {
      known = startTimes(view, before, known);
      before = view;
      seen.push(revisions(view, known));
    }
    assert.deepEqual(seen, [{}, { s0: 2 }, { s0: 2, s1: 3 }, { s0: 2 }, {}, { s0: 6 }]);
  });

  it('claims nothing for what was started at one of several times', () => {
    const [before = null, , view] = pictures(['pp', 'ip', 'ii'], 'update_task_status');
    assert.ok(view);
    assert.deepEqual(revisions(view, startTimes(view, before, NONE)), {});
  });
});
