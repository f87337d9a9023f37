import { constants } from 'node:os';
import { PlanError } from '../../domain/planError';
import type { Log } from '../../service/ports';
import { isFailureCode } from '../../tools/toolFailure';

const KEPT = 20;
const CLASSES: ReadonlySet<string> = new Set([
  ...['Error', 'TypeError', 'RangeError', 'ReferenceError', 'SyntaxError', 'AggregateError'],
  ...['$ZodError', 'FileSystemError', 'Canceled', 'RuntimeError'],
]);

/** The kinds of errors that were logged last; their texts, which may tell of plans and places, are not kept. */
export class RecentErrors {
  readonly #kinds: string[] = [];

  /** Newest first, each kind once, with how often it was among the last. */
  counts(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const kind of this.#kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    return counts;
  }

  /** The log, listened to. */
  of(log: Log): Log {
    return {
      info: (message) => {
        log.info(message);
      },
      warn: (message) => {
        log.warn(message);
      },
      error: (message, error) => {
        this.#kinds.unshift(errorKind(error));
        this.#kinds.splice(KEPT);
        log.error(message, error);
      },
    };
  }
}

/** A word, or two with the one of the cause, out of lists that are known here. */
function errorKind(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const [kind, ofCause] = [knownWord(error), knownWord(cause)];
  if (kind === undefined) return ofCause ?? 'other';
  return ofCause === undefined ? kind : `${kind} (${ofCause})`;
}

function knownWord(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, name } = error as { code?: unknown; name: unknown };
  if (typeof code === 'string') {
    if (PlanError.is(error) && isFailureCode(code)) return code;
    if (Object.hasOwn(constants.errno, code)) return code;
  }
  return typeof name === 'string' && CLASSES.has(name) ? name : undefined;
}
