import type { PlanEvent } from '../../src/domain/planEvent';
import {
  MAX_LISTED_REVISIONS,
  type PlanView,
  type RevisionHeader,
} from '../../src/protocol/planView';
import type { AnswerValue } from '../../src/protocol/webviewMessages';
import { eventsOf, livePlan, SESSION, step, viewOf } from './panelFixtures';
import type { PanelPage, Question } from './panelPage';

/** A session of so many revisions, in each of which one step starts or stops. */
export function longHistory(count: number): PlanEvent[] {
  return eventsOf(
    Array.from({ length: count }, (_, n) => [
      step('a', `Try number ${String(n + 1)}`, { status: n % 2 === 0 ? 'pending' : 'in_progress' }),
      step('b', 'Write down what came of it'),
    ]),
  );
}

/** All lines of a session, newest first, as pages of older ones have them. */
export function linesOf(events: readonly PlanEvent[]): RevisionHeader[] {
  const lines: RevisionHeader[] = [];
  for (let end = events.length; end > 0; end -= MAX_LISTED_REVISIONS) {
    lines.push(...viewOf(events.slice(0, end)).revisions);
  }
  return lines.filter((line, place) => lines.findIndex(({ at }) => at === line.at) === place);
}

/** The plan in the middle of its life, with what a person said of some revisions. */
export function reviewedView(events = livePlan(), more: Partial<PlanView> = {}): PlanView {
  const at = new Date().toISOString();
  return viewOf(events, {
    approved: 9,
    reviews: [
      { revision: 10, outcome: 'left', at },
      { revision: 9, outcome: 'approved', at },
      { revision: 9, outcome: 'kept_planning', at },
      { revision: 8, outcome: 'kept_planning', at },
    ],
    ...more,
  });
}

/** Plans between which everything happens that can happen to a step. */
export function everyChange(): PlanEvent[] {
  const kept = step('kept', 'Read the checkout test helpers', { status: 'completed' });
  return eventsOf(
    [
      [
        kept,
        step('done', 'Reproduce the failure with a fixed seed', { status: 'in_progress' }),
        step('renamed', 'Inject a clock into the timer'),
        step('wait', 'Run the suite 200 times', { status: 'blocked', depends_on: ['done'] }),
        step('cancel', 'Add a retry to the test runner'),
        step('remove', 'Disable the test on Windows'),
        step('below', 'And on the build machines', { parent_id: 'remove' }),
        step('note', 'Note the cause in the changelog'),
        step('under', 'Tell the others'),
      ],
      [
        step('note', 'Note the cause in the changelog'),
        kept,
        step('done', 'Reproduce the failure with a fixed seed', { status: 'completed' }),
        step('renamed', 'Inject a clock into the session timer', {
          status: 'in_progress',
          active_form: 'Injecting the clock',
        }),
        step('new', 'Find every call of Date.now', { parent_id: 'renamed', status: 'completed' }),
        step('newer', 'Replace them behind one port', { parent_id: 'renamed' }),
        step('wait', 'Run the suite 200 times', {
          status: 'blocked',
          depends_on: ['renamed', 'newer'],
        }),
        step('cancel', 'Add a retry to the test runner', { status: 'cancelled' }),
        step('under', 'Tell the others', { parent_id: 'note' }),
      ],
    ],
    2,
    'Reproduce first, then isolate the clock; no retry loops.',
  ).map((event, place) =>
    place === 0 && event.type === 'plan_updated'
      ? {
          ...event,
          data: {
            ...event.data,
            plan: { ...event.data.plan, explanation: 'Reproduce first, then retry.' },
          },
        }
      : event,
  );
}

/** What a host with these events answers; undefined: not found. */
export function answerTo(
  question: Question,
  events: readonly PlanEvent[],
): AnswerValue | undefined {
  if (question.kind === 'page') {
    const older = linesOf(events).filter(({ cursor }) => Number(cursor) < Number(question.before));
    const revisions = older.slice(0, MAX_LISTED_REVISIONS);
    return { kind: 'page', session: SESSION, revisions, more: older.length > revisions.length };
  }
  const event = events.find(
    (each) => each.type === 'plan_updated' && each.data.plan.revision === question.revision,
  );
  if (event?.type !== 'plan_updated') return undefined;
  return { kind: 'revision', session: SESSION, at: event.at, plan: event.data.plan };
}

/** Answers all that the panel wants to know, until it has been quiet for a while. */
export async function settle(panel: PanelPage, events: readonly PlanEvent[]): Promise<void> {
  for (let quiet = 0; quiet < 3; quiet += 1) {
    await new Promise((resolve) => setTimeout(resolve, 50));
    for (const question of panel.questions()) {
      quiet = 0;
      const value = answerTo(question, events);
      await panel.send({
        kind: 'reply',
        id: question.id,
        answer: value ? { ok: true, value } : { ok: false, error: 'not_found' },
      });
    }
  }
}

/** Waits for something that the panel wants to know. */
export async function firstQuestion(panel: PanelPage): Promise<Question> {
  for (let tries = 0; tries < 100; tries += 1) {
    const [question] = panel.questions();
    if (question) return question;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('The panel asked nothing.');
}
