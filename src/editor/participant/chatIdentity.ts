import { PlanError } from '../../domain/planError';
import type { PlanService } from '../../service/planService';
import type { SessionKey } from '../../service/planStore';
import type { SessionOrigin } from '../../service/sessionCommand';
import type { ChatSoFar } from './chatHistory';
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
    const { session: from, revision, turn } = last;
    try {
      await service.execute({
        ...{ kind: 'fork_session', session, from, revision, origin },
        ...(turn !== undefined && { turn }),
      });
      return { kind: 'forked', revision };
    } catch (error) {
      // Gone, or its history does not reach so far: then there is nothing to copy.
      if (!isLost(error)) throw error;
    }
  }
  await service.execute({ kind: 'create_session', session, origin, planMode: true });
  // A copy of a chat in plan mode is in it as well, also where there was no plan to copy.
  if (last?.planMode === true) {
    await service.execute({ kind: 'select_plan_mode', session, active: true });
  }
  return { kind: 'new' };
}

/**
 * The revision that the chat knew, where the plan went on in a turn that the chat knows no more: an
 * earlier message was edited, or the end of the chat was lost. Undefined everywhere else.
 */
export async function earlierRevision(
  service: PlanService,
  session: SessionKey,
  { last, turnIds }: ChatSoFar,
): Promise<number | undefined> {
  if (last?.session !== session || last.revision === 0) return undefined;
  const plan = (await service.snapshot(session))?.plan;
  if (!plan || plan.revision <= last.revision || turnIds.has(plan.turn_id)) return undefined;
  return (await isOurTurn(service, session, plan.turn_id)) ? last.revision : undefined;
}

/** Turns of other agents are begun by nobody; what was copied or adopted was begun elsewhere. */
async function isOurTurn(
  service: PlanService,
  session: SessionKey,
  turnId: string,
): Promise<boolean> {
  for (let after = 0; ; after += PAGE) {
    const page = await service.events(session, after, PAGE);
    if (page.kind === 'reset') return false;
    if (page.events.some(({ type, turn_id }) => type === 'turn_started' && turn_id === turnId)) {
      return true;
    }
    if (page.events.length < PAGE) return false;
  }
}

const PAGE = 500;

function isLost(error: unknown): boolean {
  return PlanError.is(error, 'session_not_found') || PlanError.is(error, 'invalid_input');
}
