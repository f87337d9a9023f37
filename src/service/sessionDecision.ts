import type { SessionCommit } from './planStore';
import type { CancelSignal } from './ports';

/** What a command comes to on a loaded session: an answer at once, or one once the commit is durable. */
export type SessionDecision<Result> =
  | { readonly kind: 'answer'; readonly result: Result }
  | {
      readonly kind: 'commit';
      readonly commit: SessionCommit;
      readonly result: Result;
      readonly signal?: CancelSignal;
    };
