import { dependencyCycle, parentCycle } from '../dependencies';
import { toPlanStep } from '../plan';
import type { WriteItem } from '../planCommand';
import {
  countViolations,
  itemViolations,
  MOST_EXAMINED,
  type PlanRuleCode,
  type PlanViolation,
} from '../planRules';
import { quotedText } from '../textLimits';
import type { PlanningMode } from '../toolOutcome';
import { cyclePath, subtasksDisabled, type StepProblemCode } from './stepRefusals';

/** Why a whole list is turned down. */
export interface ListProblem {
  readonly error: PlanRuleCode | StepProblemCode | 'blocked_without_prerequisites';
  /** One sentence each. */
  readonly messages: readonly string[];
}

/** The first check that a list fails, in the order of planning 3.2; undefined when it can be stored. */
export function listProblem(
  items: readonly WriteItem[],
  mode: PlanningMode,
): ListProblem | undefined {
  return (
    duplicateIds(items) ??
    first(items, (item, place) => withoutSubtasks(item, place, mode.subtasks)) ??
    (mode.subtasks ? brokenLinks(items) : undefined) ??
    toProblem(countViolations(items.length)) ??
    toProblem(items.flatMap((item, index) => itemViolations(item, placeOf(item, index)))) ??
    first(items, repeatedPrerequisite) ??
    (mode.singleInProgress === 'strict' ? startedTogether(items) : undefined)
  );
}

function duplicateIds(items: readonly WriteItem[]): ListProblem | undefined {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const { id } of items) {
    if (id === undefined) continue;
    if (seen.has(id)) twice.add(id);
    seen.add(id);
  }
  if (twice.size === 0) return undefined;
  const names = [...twice].sort().slice(0, MOST_EXAMINED).map(quotedText);
  return {
    error: 'duplicate_id',
    messages: names.map((id) => `The id ${id} is used more than once; every step needs its own.`),
  };
}

/** Also what only direct callers can pass: on the wire the smaller schema has no such fields. */
function withoutSubtasks(
  item: WriteItem,
  place: Place,
  subtasks: boolean,
): ListProblem | undefined {
  const { status, parent_id, depends_on = [] } = item;
  if (!subtasks && status === 'blocked') return disabled(`${place()}: the status blocked`);
  if (!subtasks && parent_id !== undefined) return disabled(`${place()}: parent_id`);
  if (!subtasks && depends_on.length > 0) return disabled(`${place()}: depends_on`);
  if (status !== 'blocked' || depends_on.length > 0) return undefined;
  return {
    error: 'blocked_without_prerequisites',
    messages: [`${place()}: it is blocked and depends on nothing, so nothing would ever free it.`],
  };
}

function disabled(what: string): ListProblem {
  const { error, message } = subtasksDisabled(what);
  return { error, messages: [message] };
}

function brokenLinks(items: readonly WriteItem[]): ListProblem | undefined {
  const ids = new Set(items.map(({ id }) => id));
  const unknown = first(items, ({ parent_id, depends_on = [] }, place) => {
    if (parent_id !== undefined && !ids.has(parent_id))
      return unknownLink(place, 'unknown_parent', parent_id);
    const missing = depends_on.find((id) => !ids.has(id));
    return missing === undefined ? undefined : unknownLink(place, 'unknown_prerequisite', missing);
  });
  if (unknown) return unknown;
  // A step without an id cannot be referred to, so it is in no cycle.
  const linked = items.flatMap(({ id, parent_id, depends_on }) =>
    id === undefined
      ? []
      : [toPlanStep({ id, description: '', status: 'pending', parent_id, depends_on })],
  );
  const parents = parentCycle(linked);
  if (parents)
    return {
      error: 'parent_cycle',
      messages: [`The parents form a cycle: ${cyclePath(parents)}.`],
    };
  const dependencies = dependencyCycle(linked);
  if (!dependencies) return undefined;
  return {
    error: 'dependency_cycle',
    messages: [`The prerequisites form a cycle: ${cyclePath(dependencies)}.`],
  };
}

function unknownLink(place: Place, error: StepProblemCode, id: string): ListProblem {
  const field = error === 'unknown_parent' ? 'parent_id' : 'depends_on';
  // Some hosts make an empty text of a null before we see it.
  const hint = id === '' ? '; leave it out for none' : '';
  return {
    error,
    messages: [`${place()}: ${field} names ${quotedText(id)}, which is no id in this list${hint}.`],
  };
}

function toProblem(violations: readonly PlanViolation[]): ListProblem | undefined {
  const [found] = violations;
  return found && { error: found.code, messages: violations.map(({ message }) => message) };
}

function startedTogether(items: readonly WriteItem[]): ListProblem | undefined {
  const places = items.flatMap((item, index) =>
    item.status === 'in_progress' ? [placeOf(item, index)] : [],
  );
  if (places.length < 2) return undefined;
  return {
    error: 'multiple_in_progress',
    messages: places.map((place) => `${place()}: it is in_progress, and at most one step may be.`),
  };
}

function repeatedPrerequisite(
  { depends_on = [] }: WriteItem,
  place: Place,
): ListProblem | undefined {
  const repeated = depends_on.find((id, at) => depends_on.indexOf(id) !== at);
  if (repeated === undefined) return undefined;
  return {
    error: 'duplicate_dependency',
    messages: [`${place()}: depends_on names ${quotedText(repeated)} more than once.`],
  };
}

/** How a step is named: by its number, its id and the beginning of its text. Made only where it is told. */
type Place = () => string;

function placeOf({ id, content }: WriteItem, index: number): Place {
  return () => {
    const named = id === undefined ? '' : ` with the id ${quotedText(id)}`;
    return `Step ${index + 1}${named} (${quotedText(content)})`;
  };
}

/** The first problem in list order. */
function first(
  items: readonly WriteItem[],
  check: (item: WriteItem, place: Place) => ListProblem | undefined,
): ListProblem | undefined {
  for (const [index, item] of items.entries()) {
    const problem = check(item, placeOf(item, index));
    if (problem) return problem;
  }
  return undefined;
}
