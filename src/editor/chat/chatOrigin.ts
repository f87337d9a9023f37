import type { SessionConfiguration } from '../../domain/session';
import { CHAT_COWORKER } from '../../protocol/planView';
import type { SessionOrigin } from '../../service/sessionCommand';
import { workspaceUri } from '../currentSession';

/** Sessions of agent mode: the agent is not ours, so the session is a guest with the coworker `chat`. */
export function chatOrigin(configuration: SessionConfiguration): SessionOrigin {
  const workspace = workspaceUri();
  return {
    coworker: CHAT_COWORKER,
    ...(workspace === undefined ? {} : { workspace }),
    configuration,
  };
}
