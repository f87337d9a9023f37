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
  | 'multiple_in_progress';

export interface PlanViolation {
  readonly code: PlanRuleCode;
  /** One sentence for the writer: where, what is wrong, what is allowed. */
  readonly message: string;
}

const ID_FORM = /^[!-~]+$/;

/** Every violation of a proposed list, in the order in which they are checked (DP.21 to DP.32). */
export function planViolations(
  input: Pick<UpdatePlanInput, 'explanation' | 'steps'>,
): PlanViolation[] {
  return [
    ...explanationViolations(input.explanation ?? ''),
    ...countViolations(input.steps.length),
    ...stepViolations(input.steps),
    ...progressViolations(input.steps),
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

function countViolations(count: number): PlanViolation[] {
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
    const found = idViolations(step.id, place, firstPlace.get(step.id));
    if (!firstPlace.has(step.id)) firstPlace.set(step.id, place);
    return [...found, ...descriptionViolations(step.description, place)];
  });
}

function idViolations(id: string, place: number, earlier: number | undefined): PlanViolation[] {
  const found: PlanViolation[] = [];
  const wellFormed = ID_FORM.test(id) && id.length <= PLAN_LIMITS.idBytes;
  if (!wellFormed) {
    found.push({
      code: 'bad_id',
      message: `Step ${place}: the id must be 1 to ${PLAN_LIMITS.idBytes} printable ASCII characters without spaces; this one has ${utf8Bytes(id)} bytes.`,
    });
  }
  if (earlier !== undefined) {
    const named = wellFormed ? ` "${id}"` : '';
    found.push({
      code: 'duplicate_id',
      message: `Step ${place}: its id${named} is already the id of step ${earlier}; every step needs its own.`,
    });
  }
  return found;
}

function descriptionViolations(description: string, place: number): PlanViolation[] {
  const found: PlanViolation[] = [];
  if (isBlank(description)) {
    found.push({ code: 'blank_description', message: `Step ${place}: the description is blank.` });
  }
  const bytes = utf8Bytes(description);
  if (bytes > PLAN_LIMITS.descriptionBytes) {
    found.push({
      code: 'description_too_long',
      message: `Step ${place}: the description has ${bytes} UTF-8 bytes; at most ${PLAN_LIMITS.descriptionBytes} are allowed.`,
    });
  }
  if (hasForbiddenCharacter(description)) {
    found.push({
      code: 'control_character',
      message: `Step ${place}: the description ${CONTROL_CHARACTER}`,
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
