import { isResolved, type PlanStep } from './plan';

/*
 * Two separate graphs over one list of steps: parents and prerequisites. Nothing here recurses and
 * nothing is bounded by the size of a plan (FC.29); a reference to a step that is not there counts as
 * none, and of several steps with one id the first stands for all.
 */

export type LinkedStep = Pick<PlanStep, 'id' | 'parent_id' | 'depends_on'>;
export type WaitingStep = Pick<PlanStep, 'id' | 'status' | 'depends_on'>;

export function stepsById<Step extends { readonly id: string }>(
  steps: readonly Step[],
): ReadonlyMap<string, Step> {
  const byId = new Map<string, Step>();
  for (const step of steps) if (!byId.has(step.id)) byId.set(step.id, step);
  return byId;
}

/** The prerequisites of a step that are there and neither completed nor cancelled, in its own order. */
export function unresolvedPrerequisites<Step extends WaitingStep>(
  step: WaitingStep,
  byId: ReadonlyMap<string, Step>,
): Step[] {
  return (step.depends_on ?? []).flatMap((id) => {
    const prerequisite = byId.get(id);
    return prerequisite && !isResolved(prerequisite.status) ? [prerequisite] : [];
  });
}

/** What could be worked on now: open, not blocked, and waiting for nothing; in plan order (PT.54). */
export function availableSteps<Step extends WaitingStep>(steps: readonly Step[]): Step[] {
  const byId = stepsById(steps);
  return steps.filter(
    (step) => !isResolved(step.status) && step.status !== 'blocked' && !waits(step, byId),
  );
}

export function waits(step: WaitingStep, byId: ReadonlyMap<string, WaitingStep>): boolean {
  return (step.depends_on ?? []).some((id) => {
    const prerequisite = byId.get(id);
    return prerequisite !== undefined && !isResolved(prerequisite.status);
  });
}

/** The ids along one cycle of prerequisites, from a step back to itself; undefined when there is none. */
export function dependencyCycle(steps: readonly LinkedStep[]): string[] | undefined {
  return cycle(steps, ({ depends_on }) => depends_on ?? []);
}

/** The same for parents. */
export function parentCycle(steps: readonly LinkedStep[]): string[] | undefined {
  return cycle(steps, ({ parent_id }) => (parent_id === undefined ? [] : [parent_id]));
}

/** The ids from one step along prerequisites to another, both included; undefined without a way. */
export function dependencyPath(
  steps: readonly LinkedStep[],
  from: string,
  to: string,
): string[] | undefined {
  const byId = stepsById(steps);
  const cameFrom = new Map<string, string | undefined>([[from, undefined]]);
  const waiting = [from];
  for (const id of waiting) {
    if (id === to) return wayTo(id, cameFrom);
    for (const next of byId.get(id)?.depends_on ?? []) {
      if (cameFrom.has(next) || !byId.has(next)) continue;
      cameFrom.set(next, id);
      waiting.push(next);
    }
  }
  return undefined;
}

/** The ids of all steps below this one, at any depth; the step itself is not among them. */
export function descendantsOf(steps: readonly LinkedStep[], id: string): Set<string> {
  const children = childrenByParent(steps);
  const found = new Set<string>();
  const waiting = [id];
  for (const parent of waiting) {
    for (const child of children.get(parent) ?? []) {
      if (child.id === id || found.has(child.id)) continue;
      found.add(child.id);
      waiting.push(child.id);
    }
  }
  return found;
}

/** Depth first, siblings in plan order; every step once, also when parents repeat or run in a circle (PTx.19). */
export function inTreeOrder<Step extends LinkedStep>(
  steps: readonly Step[],
): { step: Step; depth: number }[] {
  const byId = stepsById(steps);
  const children = childrenByParent(steps);
  const seen = new Set<Step>();
  const order: { step: Step; depth: number }[] = [];
  const walk = (root: Step): void => {
    const waiting = [{ step: root, depth: 0 }];
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const { step, depth } = next;
      if (seen.has(step)) continue;
      seen.add(step);
      order.push(next);
      // Children belong to the first step of their parent's id.
      const below = byId.get(step.id) === step ? (children.get(step.id) ?? []) : [];
      for (const child of below.toReversed()) waiting.push({ step: child, depth: depth + 1 });
    }
  };
  for (const step of steps) {
    if (step.parent_id === undefined || !byId.has(step.parent_id)) walk(step);
  }
  // Only steps whose parents run in a circle are left: shown at the top rather than not at all.
  for (const step of steps) walk(step);
  return order;
}

function childrenByParent<Step extends LinkedStep>(steps: readonly Step[]): Map<string, Step[]> {
  const children = new Map<string, Step[]>();
  for (const step of steps) {
    if (step.parent_id === undefined) continue;
    const siblings = children.get(step.parent_id);
    if (siblings) siblings.push(step);
    else children.set(step.parent_id, [step]);
  }
  return children;
}

/** Depth-first search with its own stack: a step that is met again while it is on the way closes a cycle. */
function cycle(
  steps: readonly LinkedStep[],
  targets: (step: LinkedStep) => readonly string[],
): string[] | undefined {
  const byId = stepsById(steps);
  const state = new Map<string, 'on the way' | 'done'>();
  for (const root of byId.values()) {
    if (state.has(root.id)) continue;
    state.set(root.id, 'on the way');
    const way = [{ id: root.id, left: targets(root), at: 0 }];
    for (let top = way.at(-1); top; top = way.at(-1)) {
      const id = top.left[top.at++];
      if (id === undefined) {
        state.set(top.id, 'done');
        way.pop();
        continue;
      }
      const met = state.get(id);
      if (met === 'done') continue;
      if (met === 'on the way') {
        const ids = way.map((place) => place.id);
        return [...ids.slice(ids.indexOf(id)), id];
      }
      const target = byId.get(id);
      if (!target) continue;
      state.set(id, 'on the way');
      way.push({ id, left: targets(target), at: 0 });
    }
  }
  return undefined;
}

function wayTo(id: string, cameFrom: ReadonlyMap<string, string | undefined>): string[] {
  const way: string[] = [];
  for (let at: string | undefined = id; at !== undefined; at = cameFrom.get(at)) way.push(at);
  return way.reverse();
}
