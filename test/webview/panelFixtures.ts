import { updatePlanEvent } from '../protocol/revisionFixtures';
import type { PlanDocument, PlanStep } from '../../src/domain/plan';
import type { PlanEvent } from '../../src/domain/planEvent';
import {
  type PlanView,
  toPlanView,
  toReviewMarks,
  toRevisionHeaders,
} from '../../src/protocol/planView';
import type { BodyOf, EventMessage } from '../../src/protocol/webviewMessages';

export const SESSION = 'vscode-chat-session://local/YQ';
const MINUTE = 60_000;

/** The events of a session in which each of these lists was written, the last one `ago` minutes ago. */
export function eventsOf(lists: readonly PlanStep[][], ago = 2, explanation = ''): PlanEvent[] {
  const start = Date.now() - (ago + 7 * (lists.length - 1)) * MINUTE;
  return lists.map((steps, index) => {
    const at = new Date(start + index * 7 * MINUTE).toISOString();
    return updatePlanEvent(index + 1, { steps, explanation }, at);
  });
}

export function viewOf(events: readonly PlanEvent[], more: Partial<PlanView> = {}): PlanView {
  const last = events.at(-1);
  const plan: PlanDocument | null = last?.type === 'plan_updated' ? last.data.plan : null;
  const picture = {
    key: SESSION,
    title: 'Fix the flaky checkout tests',
    coworker: 'chat',
    updated: last?.at ?? new Date().toISOString(),
    version: last?.sequence ?? 0,
    plan,
    turn: null,
    problems: [],
    ...{ readOnly: false, planMode: null, approved: null, pinned: false },
  };
  return {
    ...toPlanView(picture, toRevisionHeaders(events, null), toReviewMarks(events)),
    ...more,
  };
}

/** What the host tells when the second picture follows on the first. */
export function eventMessage(before: PlanView, after: PlanView): BodyOf<EventMessage> {
  const { session, title, coworker, updated, activity, plan, cursor, revisions } = after;
  const { pinned, planMode, approved } = after;
  return {
    ...{ kind: 'event', session, after: before.cursor, cursor, title, coworker, updated, activity },
    ...{ pinned, planMode, approved, reviews: [], ...(plan && { plan }) },
    revisions: revisions.filter((line) => Number(line.cursor) > Number(before.cursor)),
  };
}

export function step(id: string, description: string, more: Partial<PlanStep> = {}): PlanStep {
  return { id, description, status: 'pending', ...more };
}

/** A plan in the middle of its life: every status, subtasks, and twelve revisions behind it. */
export function livePlan(): PlanEvent[] {
  const read = step('read', 'Read the checkout test helpers');
  const reproduce = step('reproduce', 'Reproduce the failure with a fixed seed');
  const inject = step('inject', 'Inject a clock into the session timer');
  const find = step('find', 'Find every call of Date.now', { parent_id: 'inject' });
  const replace = step('replace', 'Replace them behind one port', { parent_id: 'inject' });
  const run = step('run', 'Run the suite 200 times');
  const retry = step('retry', 'Add a retry to the test runner');
  const note = step('note', 'Note the cause in the changelog');
  const windows = step('windows', 'Disable the test on Windows');
  const is = (
    of: PlanStep,
    status: PlanStep['status'],
    more: Partial<PlanStep> = {},
  ): PlanStep => ({
    ...of,
    ...more,
    status,
  });
  const blocked = is(run, 'blocked', { depends_on: ['inject'] });
  const active = is(inject, 'in_progress', { active_form: 'Injecting the clock' });
  return eventsOf(
    [
      [read, reproduce, run],
      [is(read, 'in_progress'), reproduce, run],
      [is(read, 'completed'), is(reproduce, 'in_progress'), run],
      [is(read, 'completed'), is(reproduce, 'in_progress'), run, retry, windows],
      [is(read, 'completed'), is(reproduce, 'in_progress'), run, retry, windows, note],
      [is(read, 'completed'), is(reproduce, 'in_progress'), inject, blocked, retry, windows, note],
      [is(read, 'completed'), is(reproduce, 'in_progress'), inject, blocked, retry, note, windows],
      [is(read, 'completed'), is(reproduce, 'in_progress'), inject, blocked, retry, note],
      [is(read, 'completed'), is(reproduce, 'in_progress'), inject, blocked, retry, note],
      [
        is(read, 'completed'),
        is(reproduce, 'in_progress'),
        { ...inject, description: 'Inject a clock into the timer' },
        find,
        replace,
        blocked,
        retry,
        note,
      ],
      [
        is(read, 'completed'),
        is(reproduce, 'in_progress'),
        inject,
        is(find, 'completed'),
        replace,
        blocked,
        is(retry, 'cancelled'),
        note,
      ],
      [
        is(read, 'completed'),
        is(reproduce, 'completed'),
        active,
        is(find, 'completed'),
        replace,
        blocked,
        is(retry, 'cancelled'),
        note,
      ],
    ],
    2,
    'Reproduce first, then isolate the clock; no retry loops.',
  );
}
