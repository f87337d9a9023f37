import type { SessionKey, SessionSummary } from '../../service/planStore';

/** So long nobody has used a plan that is offered to another chat, in milliseconds. */
const UNUSED = 10 * 60_000;

/** Which plans other chats have gone on with. */
export interface Copied {
  isCopied(session: SessionKey, revision: number): boolean;
}

export interface Surroundings {
  /** The chat that looks for a plan. */
  readonly own: SessionKey | undefined;
  /** In milliseconds. */
  readonly now: number;
  readonly copied: Copied;
}

/**
 * Plans with open steps that no chat seems to use any more, in the order given. That a chat is gone, or
 * came back under another address, the editor does not tell (FC.2), so plans are known by their sessions
 * and revisions alone: equal texts make no two plans one.
 */
export function strandedPlans(
  sessions: readonly SessionSummary[],
  { own, now, copied }: Surroundings,
): SessionSummary[] {
  return sessions.filter(
    ({ key, open, updated, revision }) =>
      key !== own &&
      open > 0 &&
      now - Date.parse(updated) >= UNUSED &&
      !copied.isCopied(key, revision),
  );
}
