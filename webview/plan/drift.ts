import type { ChangeKind, RevisionHeader } from '../../src/protocol/planView';

/** Carrying a plan out is no change of it. */
const PROGRESS: readonly ChangeKind[] = ['done', 'started', 'paused', 'blocked', 'unblocked'];

/**
 * How many revisions after an approved one, up to the latest, made another plan of it. One of which
 * nothing is known counts: a person would rather look once too often.
 */
export function driftSince(
  approved: number,
  latest: number,
  revisions: readonly RevisionHeader[],
): number {
  const harmless = revisions.filter(
    ({ revision, changes }) =>
      revision > approved && changes?.every(({ kind }) => PROGRESS.includes(kind)) === true,
  );
  return Math.max(0, latest - approved - harmless.length);
}
