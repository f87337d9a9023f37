import { PlanError } from '../../domain/planError';
import { type Sentence, sentence } from '../../domain/sentence';
import type { StoreProblem } from '../../domain/sessionSnapshot';
import type { ShownProblem } from '../../protocol/planView';

export type InWords = (sentence: Sentence) => string;

/** A failed look at the store as a person is told of it. */
export function problemOf(error: unknown, inWords: InWords): ShownProblem {
  const isTold = PlanError.is(error);
  const said = isTold
    ? error.sentence
    : sentence`An unexpected error happened. The log has the details.`;
  const location = isTold ? error.details['location'] : undefined;
  return {
    kind: kindOf(error),
    message: inWords(said),
    ...(typeof location === 'string' && { location }),
  };
}

function kindOf(error: unknown): ShownProblem['kind'] {
  if (!PlanError.is(error)) return 'unreadable';
  if (error.details['away'] === true) return 'away';
  return error.code === 'newer_version' ? 'newer_version' : 'unreadable';
}

/** Equal texts say equal things. */
export function comparable(problems: readonly StoreProblem[]): string {
  return problems
    .map(({ kind, message, location }) => [kind, String(message), location].join())
    .join('\n');
}
