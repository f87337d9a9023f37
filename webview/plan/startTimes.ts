import type { PlanView, RevisionHeader } from '../../src/protocol/planView';

/** When each step in progress was started, ISO 8601, by its id; what cannot be known is left out. */
export type StartTimes = ReadonlyMap<string, string>;

/** Times are shown in minutes: what lies closer together counts as one moment, in milliseconds. */
const MOMENT = 60_000;

/** What is known after `view` came in place of `before`, a picture of the same session. */
export function startTimes(view: PlanView, before: PlanView | null, known: StartTimes): StartTimes {
  const times = new Map<string, string>();
  const was = new Map(before?.plan?.steps.map(({ id, status }) => [id, status]));
  for (const { id, status } of view.plan?.steps ?? []) {
    if (status !== 'in_progress') continue;
    const at =
      was.get(id) === 'in_progress'
        ? known.get(id)
        : before?.plan
          ? startedAfter(view, before.plan.revision)
          : startedByLists(view);
    if (at !== undefined) times.set(id, at);
  }
  return times;
}

/** The moment of the revisions that came in between, if it was one. */
function startedAfter({ revisions }: PlanView, revision: number): string | undefined {
  const times = revisions
    .filter((line) => line.revision > revision && mayStart(line))
    .map(({ at }) => at);
  const [last = '', first = ''] = [times[0], times.at(-1)];
  return Date.parse(last) - Date.parse(first) < MOMENT ? last : undefined;
}

/**
 * By the list of revisions alone. That one step was started does not say which, but `update_plan`
 * leaves no second one in progress: then the one that is must be it. The first revision started all.
 */
function startedByLists({ revisions }: PlanView): string | undefined {
  const line = revisions.find(mayStart);
  if (!line) return undefined;
  const { revision, name, changes, at } = line;
  const isOnly = name === 'update_plan' && changes?.some(({ kind }) => kind === 'started');
  return revision === 1 || isOnly === true ? at : undefined;
}

function mayStart({ changes }: RevisionHeader): boolean {
  return (
    changes === null || changes.some(({ kind }) => ['started', 'added', 'reopened'].includes(kind))
  );
}
