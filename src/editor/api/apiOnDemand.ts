import * as z from 'zod/mini';
import { HostedSessions } from '../../agent/hostedSessions';
import { toWireListed } from '../../agent/wireSession';
import { PlanError, sessionNotFoundError } from '../../domain/planError';
import type { ListedSession, SessionPlansApi } from '../../protocol/extensionApi';
import { parsedParams } from '../../protocol/wireValues';
import { everySession } from '../../service/everySession';
import type { SessionKey } from '../../service/planStore';
import type { Disposable } from '../../service/ports';
import { chatOfToken } from '../chat/chatSession';
import { uriText } from '../chat/uriText';
import { createPlanReviewer } from '../review/planReviewer';
import type { ApiDeps } from './apiDeps';
import { contributorOf, isOf, keyEnding, type Contributor } from './contributors';
import { declaredPlanning } from './declaredPlanning';
import { sessionHandle, type HandleDeps } from './sessionHandle';

/** Longest address of a chat, in UTF-16 units: what is longer was made up. */
const MAX_ADDRESS = 2_000;

const openSchema = z.strictObject({
  participant: z.string(),
  token: z.optional(z.unknown()),
  session: z.optional(z.string()),
});
const listSchema = z.strictObject({ participant: z.string() });

export interface ParticipantSessions extends Disposable {
  open: SessionPlansApi['openSession'];
  list: SessionPlansApi['listSessions'];
}

/** The sessions of participants of other extensions. */
export function participantSessions(deps: ApiDeps): ParticipantSessions {
  const { service, current, workspace, ownExtensionId } = deps;
  const open = new Set<Disposable>();
  const handles: HandleDeps = {
    ...{ deps, open, sessions: new HostedSessions(service), reviewer: createPlanReviewer(deps) },
    assertEnabled: () => {
      if (!deps.enabled()) {
        throw new PlanError('disabled', 'Planning is off: see the setting sessionPlans.enabled.');
      }
    },
  };
  const { sessions, assertEnabled } = handles;

  /** How a session plans is read when it is made, and pinned in it (DP.11). */
  const created = async (contributor: Contributor, session: SessionKey): Promise<void> => {
    const uri = workspace();
    const origin = {
      coworker: contributor.name,
      configuration: declaredPlanning(contributor),
      ...(uri !== undefined && { workspace: uri }),
    };
    await sessions.create(session, origin);
  };

  return {
    open: async (request) => {
      const { participant, token, session } = parsedParams(openSchema, request);
      const contributor = contributorOf(participant, ownExtensionId);
      if (session !== undefined) {
        if (token !== undefined) throw eitherOr();
        // Of another participant is for this one like none.
        if (!isOf(contributor, session)) throw sessionNotFoundError();
        await sessions.snapshot(session);
        return sessionHandle(handles, session, undefined);
      }
      assertEnabled();
      const key = chatOf(token) + keyEnding(contributor);
      if (!(await service.snapshot(key))) await created(contributor, key);
      if ((await sessions.configuration(key)).planning) current.called(key);
      return sessionHandle(handles, key, token);
    },
    list: async (request) => {
      const contributor = contributorOf(
        parsedParams(listSchema, request).participant,
        ownExtensionId,
      );
      const listed = (await everySession(service)).sessions.filter(({ key }) =>
        isOf(contributor, key),
      );
      const shown = [];
      for (const summary of listed) shown.push(await toWireListed(service, summary));
      return shown.filter((one): one is ListedSession => !('unreadable' in one));
    },
    dispose: () => {
      for (const attachment of open) attachment.dispose();
    },
  };
}

/** The address of the chat that a token came from. */
function chatOf(token: unknown): string {
  const address = chatOfToken(uriText, token);
  if (address !== undefined && address.length <= MAX_ADDRESS) return address;
  throw new PlanError(
    'no_session',
    'The token is of no chat: give the toolInvocationToken of the chat request.',
  );
}

function eitherOr(): PlanError {
  return new PlanError('invalid_input', 'Give a token or a session, not both.');
}
