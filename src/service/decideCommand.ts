import type { PlanModeState } from '../domain/planMode';
import type { ToolResult } from '../domain/toolResult';
import { type CallPorts, decideCall } from './decideCall';
import { decideAdopt, decideFork } from './decideCopy';
import { decidePin, decideRename } from './decideMetadata';
import { decideBoundary, decideSelect } from './decidePlanMode';
import { decideRequest, decideSettle, type ReviewRequest } from './decideReview';
import { decideBegin, decideCreate, decideEnd } from './decideTurn';
import type { OpenReviews } from './openReviews';
import type { LoadedSession, PlanStore } from './planStore';
import type { CancelSignal } from './ports';
import type { SessionCommand } from './sessionCommand';
import type { SessionDecision } from './sessionDecision';

/** What any command may resolve to. */
export type CommandResult = ToolResult | ReviewRequest | PlanModeState | string | null | undefined;

/** What a command comes to on a session as it is loaded now; decided again after a lost race. */
export async function decideCommand(
  ports: CallPorts,
  store: PlanStore,
  loaded: LoadedSession | undefined,
  command: SessionCommand,
  signal: CancelSignal,
  reviews: OpenReviews,
): Promise<SessionDecision<CommandResult>> {
  const { session } = command;
  switch (command.kind) {
    case 'create_session':
      return decideCreate(ports, loaded, command);
    case 'begin_turn':
      return decideBegin(ports, loaded, command);
    case 'end_turn':
      return decideEnd(ports, loaded, command);
    case 'rename_session':
      return decideRename(loaded, command);
    case 'pin_session':
      return decidePin(loaded, command);
    case 'fork_session':
      return decideFork(ports, store, loaded, command);
    case 'adopt_plan':
      return decideAdopt(ports, store, loaded, command);
    case 'select_plan_mode':
      return decideSelect(loaded, command);
    case 'reach_boundary':
      return decideBoundary(ports, loaded, command);
    case 'request_review': {
      const review = { open: reviews.get(session), rejected: reviews.rejected(session) };
      return decideRequest(ports, store, loaded, command, signal, review);
    }
    case 'settle_review':
      return decideSettle(ports, store, loaded, command, signal, reviews.get(session));
    case 'hosted_call':
    case 'guest_call':
      return decideCall(ports, store, loaded, command, signal);
  }
}
