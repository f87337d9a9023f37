import { PLAN_LIMITS } from './plan';
import type { UpdatePlanInput } from './planCommand';
import { hasForbiddenCharacter, isBlank, utf8Bytes } from './textLimits';

export type PlanRuleCode =
  | 'too_many_steps'
  | 'bad_id'
  | 'duplicate_id'
  | 'blank_description'
  | 'description_too_long'
  | 'explanation_too_long'
  | 'control_character'
  | 'active_form_too_long'
  | 'multiple_in_progress'
  | 'blocked_step_started';

export interface PlanViolation {
  readonly code: PlanRuleCode;
  /** One sentence for the writer: where, what is wrong, what is allowed. */
  readonly message: string;
}

/** Printable ASCII without spaces, 1 to 64 bytes (DP.25 to DP.27). */
export const ID_FORM = new RegExp(`^[!-~]{1,${PLAN_LIMITS.idBytes}}$`);

/** So much of a list that is refused in any case is looked at one by one: more than anybody is told of. */
export const MOST_EXAMINED = 8 * PLAN_LIMITS.steps;

/** Every violation of a proposed list, in the order in which they are checked (DP.21 to DP.32). */
export function planViolations(
  input: Pick<UpdatePlanInput, 'explanation' | 'steps'>,
): PlanViolation[] {
  return [
    ...explanationViolations(input.explanation ?? ''),
    ...countViolations(input.steps.length),
    ...stepViolations(input.steps.slice(0, MOST_EXAMINED)),
    ...progressViolations(input.steps),
  ];
}

/** The bounds of one text that a single-step tool writes; the sentences name no place. */
export function contentViolations(content: string, activeForm = ''): PlanViolation[] {
  const whose = () => 'The';
  return [...descriptionViolations(content, whose), ...activeFormViolations(activeForm, whose)];
}

interface Item {
  readonly id?: string | undefined;
  readonly content: string;
  readonly active_form?: string | undefined;
}

/** Bounds of one item of a list, which may lack an id (write_plan); `place` is how the list names it. */
export function itemViolations(
  { id, content, active_form = '' }: Item,
  place: () => string,
): PlanViolation[] {
  const whose = () => `${place()}: the`;
  return [
    ...(id === undefined ? [] : idViolations(id, whose)),
    ...descriptionViolations(content, whose),
    ...activeFormViolations(active_form, whose),
  ];
}

function explanationViolations(explanation: string): PlanViolation[] {
  const found: PlanViolation[] = [];
  const bytes = utf8Bytes(explanation);
  if (bytes > PLAN_LIMITS.explanationBytes) {
    found.push({
      code: 'explanation_too_long',
      message: `The explanation has ${bytes} UTF-8 bytes; at most ${PLAN_LIMITS.explanationBytes} are allowed.`,
    });
  }
  if (hasForbiddenCharacter(explanation)) {
    found.push({ code: 'control_character', message: `The explanation ${CONTROL_CHARACTER}` });
  }
  return found;
}

const CONTROL_CHARACTER =
  'has a control character (such as a line break or a tab) or half of a surrogate pair; use plain text on one line.';

export function countViolations(count: number): PlanViolation[] {
  if (count <= PLAN_LIMITS.steps) return [];
  return [
    {
      code: 'too_many_steps',
      message: `The list has ${count} steps; at most ${PLAN_LIMITS.steps} are allowed. Merge small steps.`,
    },
  ];
}

function stepViolations(steps: UpdatePlanInput['steps']): PlanViolation[] {
  const firstPlace = new Map<string, number>();
  return steps.flatMap((step, index) => {
    const place = index + 1;
    const whose = () => `Step ${place}: the`;
    const earlier = firstPlace.get(step.id);
    if (earlier === undefined) firstPlace.set(step.id, place);
    return [
      ...idViolations(step.id, whose),
      ...(earlier === undefined ? [] : [duplicateId(step.id, place, earlier)]),
      ...descriptionViolations(step.description, whose),
    ];
  });
}

/** Opens a sentence and ends in "the", e.g. `Step 3: the`. Asked for only where there is one to write. */
type Whose = () => string;

function idViolations(id: string, whose: Whose): PlanViolation[] {
  if (ID_FORM.test(id)) return [];
  return [
    {
      code: 'bad_id',
      message: `${whose()} id must be 1 to ${PLAN_LIMITS.idBytes} printable ASCII characters without spaces; this one has ${utf8Bytes(id)} bytes.`,
    },
  ];
}

function duplicateId(id: string, place: number, earlier: number): PlanViolation {
  const named = ID_FORM.test(id) ? ` "${id}"` : '';
  return {
    code: 'duplicate_id',
    message: `Step ${place}: its id${named} is already the id of step ${earlier}; every step needs its own.`,
  };
}

function descriptionViolations(description: string, whose: Whose): PlanViolation[] {
  const found: PlanViolation[] = [];
  if (isBlank(description)) {
    found.push({ code: 'blank_description', message: `${whose()} description is blank.` });
  }
  const bytes = utf8Bytes(description);
  if (bytes > PLAN_LIMITS.descriptionBytes) {
    found.push({
      code: 'description_too_long',
      message: `${whose()} description has ${bytes} UTF-8 bytes; at most ${PLAN_LIMITS.descriptionBytes} are allowed.`,
    });
  }
  if (hasForbiddenCharacter(description)) {
    found.push({
      code: 'control_character',
      message: `${whose()} description ${CONTROL_CHARACTER}`,
    });
  }
  return found;
}

/** Like a description, but it may be empty. */
function activeFormViolations(activeForm: string, whose: Whose): PlanViolation[] {
  const found: PlanViolation[] = [];
  const bytes = utf8Bytes(activeForm);
  if (bytes > PLAN_LIMITS.descriptionBytes) {
    found.push({
      code: 'active_form_too_long',
      message: `${whose()} active_form has ${bytes} UTF-8 bytes; at most ${PLAN_LIMITS.descriptionBytes} are allowed.`,
    });
  }
  if (hasForbiddenCharacter(activeForm)) {
    found.push({
      code: 'control_character',
      message: `${whose()} active_form ${CONTROL_CHARACTER}`,
    });
  }
  return found;
}

function progressViolations(steps: UpdatePlanInput['steps']): PlanViolation[] {
  const places = steps.flatMap((step, index) => (step.status === 'in_progress' ? [index + 1] : []));
  if (places.length < 2) return [];
  return [
    {
      code: 'multiple_in_progress',
      message: `Steps ${listed(places)} are in_progress; at most one may be.`,
    },
  ];
}

function listed(places: readonly number[]): string {
  const shown = places.slice(0, 8).join(', ');
  return places.length > 8 ? `${shown} and ${places.length - 8} more` : shown;
}
