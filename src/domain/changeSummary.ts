import * as z from 'zod/mini';
import type { PlanDiff } from './planDiff';

/** The words that say what a revision did, in the order in which they are listed. */
export const CHANGE_KINDS = [
  'cleared',
  'done',
  'started',
  'added',
  'removed',
  'renamed',
  'cancelled',
  'blocked',
  'unblocked',
  'reopened',
  'paused',
  'moved',
  'linked',
  'edited',
  'explained',
] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

export const changeSummarySchema = z.lazy(() =>
  z.array(z.strictObject({ kind: z.enum(CHANGE_KINDS), count: z.int().check(z.minimum(1)) })),
);
/**
 * How many steps a revision changed in which way, and for `linked` how many prerequisites came or went;
 * empty when it is equal to the one before.
 */
export type ChangeSummary = z.infer<typeof changeSummarySchema>;

/**
 * A removed list is only `cleared`, and small print (moves, links, active forms, another explanation) is
 * named only where it is all that happened: one line has to say what a revision was about.
 */
export function changeSummary(diff: PlanDiff): ChangeSummary {
  if (diff.cleared) return [{ kind: 'cleared', count: diff.removed.length }];
  const counts = new Map<ChangeKind, number>();
  const add = (kind: ChangeKind, count = 1): void => {
    if (count > 0) counts.set(kind, (counts.get(kind) ?? 0) + count);
  };
  add('added', diff.added.length);
  add('removed', diff.removed.length);
  for (const step of diff.changed) {
    if (step.status) add(step.status);
    if (step.renamed) add('renamed');
  }
  if (counts.size === 0) {
    for (const step of diff.changed) {
      if (step.moved || step.reparented) add('moved');
      add('linked', step.links);
      if (step.relabelled) add('edited');
    }
  }
  if (counts.size === 0 && diff.explanationChanged) add('explained');
  return CHANGE_KINDS.flatMap((kind) => {
    const count = counts.get(kind);
    return count === undefined ? [] : [{ kind, count }];
  });
}
