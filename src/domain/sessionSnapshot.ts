import type { PlanDocument } from './plan';
import type { PlanModeState } from './planMode';
import type { Sentence } from './sentence';
import type { SessionRecord } from './session';
import type { TurnState } from './turn';

export const PROBLEM_KINDS = [
  'restored_last_good',
  'bad_row',
  'newer_version',
  'unreadable',
] as const;

/** Something about the stored data that a person should know and the store worked around. */
export interface StoreProblem {
  readonly kind: (typeof PROBLEM_KINDS)[number];
  /** What is wrong, what was done, where the data is. */
  readonly message: Sentence;
  /** Where the damaged or affected data is, e.g. a file path. */
  readonly location?: string | undefined;
}

/** A session at a cursor: everything up to it is in, nothing after it. */
export interface SessionSnapshot extends Readonly<
  Pick<SessionRecord, 'key' | 'title' | 'coworker' | 'updated'>
> {
  /** Null before the first write (DP.49); absent when the coworker does not plan (DP.50). */
  readonly plan?: PlanDocument | null;
  /** The turn that our side runs or ran last without ending it; null between turns. */
  readonly turn: { readonly turn_id: string; readonly state: TurnState } | null;
  /** Null where plan mode does not exist. */
  readonly planMode: PlanModeState | null;
  /** The revision that a person approved last; null before any. */
  readonly approved: number | null;
  readonly pinned: boolean;
  /** Sequence of the last event that is in. */
  readonly version: number;
  readonly problems: readonly StoreProblem[];
  /** True when nothing may be written (made by a newer version, or needs a missing capability). */
  readonly readOnly: boolean;
}
