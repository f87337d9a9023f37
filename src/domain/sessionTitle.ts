import type { PlanDocument } from './plan';
import { PlanError } from './planError';
import { type Sentence, sentence } from './sentence';
import { TITLE_BYTES } from './session';
import { cutAtGrapheme, hasForbiddenCharacter, utf8Bytes } from './textLimits';

/** The title that a plan gives its session: the explanation, else the first step; empty when it has neither. */
export function titleFromPlan(plan: PlanDocument): string {
  const text = plan.explanation.trim() || plan.steps[0]?.description.trim() || '';
  return cutAtGrapheme(text, (candidate) => utf8Bytes(candidate) <= TITLE_BYTES);
}

/** A sentence for whoever gave this title, where it is none; an empty one is none to complain about. */
export function titleProblem(title: string): Sentence | undefined {
  if (hasForbiddenCharacter(title)) {
    return sentence`A title is one line: it holds no line breaks, tabs or other control characters.`;
  }
  const bytes = utf8Bytes(title);
  if (bytes <= TITLE_BYTES) return undefined;
  return sentence`The title takes ${bytes} bytes of at most ${TITLE_BYTES}; shorten it.`;
}

/** A title as somebody gave it, without spaces around it; empty: none. Throws `invalid_input`. */
export function givenTitle(given: string): string {
  const title = given.trim();
  const problem = titleProblem(title);
  if (problem) throw new PlanError('invalid_input', problem satisfies Sentence);
  return title;
}
