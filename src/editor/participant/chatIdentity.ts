import { PlanError } from '../../domain/planError';
import type { PlanService } from '../../service/planService';
import type { SessionKey } from '../../service/planStore';
import type { SessionOrigin } from '../../service/sessionCommand';
import type { TurnMetadata } from './turnMetadata';

/** The part of the session that was there before. */
export type Recognised =
  | { readonly kind: 'known' | 'new' }
  /** The chat is a copy of another one: its plan begins as a copy at the revision that the chat knew. */
  | { readonly kind: 'forked'; readonly revision: number };

/**
 * Makes sure that the chat has its session (planning 11, C25). What the chat remembers of an earlier turn
 * tells a copied chat from a new one: it names another session.
 */
export async function recogniseChat(
  service: PlanService,
  session: SessionKey,
  origin: SessionOrigin,
  last: TurnMetadata | undefined,
): Promise<Recognised> {
  if (await service.snapshot(session)) return { kind: 'known' };
  if (last && last.session !== session && last.revision > 0) {
    const { session: from, revision } = last;
    try {
      await service.execute({ kind: 'fork_session', session, from, revision, origin });
      return { kind: 'forked', revision };
    } catch (error) {
      // Gone, or its history does not reach so far: then there is nothing to copy.
      if (!isLost(error)) throw error;
    }
  }
  await service.execute({ kind: 'create_session', session, origin });
  return { kind: 'new' };
}

function isLost(error: unknown): boolean {
  return PlanError.is(error, 'session_not_found') || PlanError.is(error, 'invalid_input');
}
