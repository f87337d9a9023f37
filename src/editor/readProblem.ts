import { PlanError } from '../domain/planError';
import type { StoreProblem } from '../protocol/planView';

/** A failed look at the store as a person is told of it; `unknown` is said of what has no sentence of its own. */
export function problemOf(error: unknown, unknown: string): StoreProblem {
  if (!PlanError.is(error)) return { kind: 'unreadable', message: unknown };
  const { code, message, details } = error;
  const { location } = details;
  return {
    kind: code === 'newer_version' ? code : 'unreadable',
    message,
    ...(typeof location === 'string' && { location }),
  };
}

/** Equal texts say equal things. */
export function comparable(problems: readonly StoreProblem[]): string {
  return problems.map(({ kind, message, location }) => [kind, message, location].join()).join('\n');
}
