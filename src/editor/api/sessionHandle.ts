import type { HostedSessions } from '../../agent/hostedSessions';
import { toWireEvent, toWireSnapshot } from '../../agent/wireSession';
import * as z from 'zod/mini';
import type {
  CancellationToken,
  FeedItem,
  PlanAttachment,
  PlanSession,
} from '../../protocol/extensionApi';
import { cursorSchema, limitSchema, parsedParams } from '../../protocol/wireValues';
import type { Attachment } from '../../service/eventFeed';
import type { SessionKey } from '../../service/planStore';
import type { Disposable } from '../../service/ports';
import type { PlanReviewer } from '../review/planReviewer';
import type { ApiDeps } from './apiDeps';
import { beginTurn } from './turnHandle';

export interface HandleDeps {
  readonly deps: ApiDeps;
  readonly sessions: HostedSessions;
  readonly reviewer: PlanReviewer;
  /** What ends with the extension at the latest. */
  readonly open: Set<Disposable>;
  /** Throws `disabled`. */
  readonly assertEnabled: () => void;
}

const eventsSchema = z.strictObject({ after: cursorSchema, limit: limitSchema });
const attachSchema = z.strictObject({ after: z.optional(cursorSchema) });
const activeSchema = z.strictObject({ active: z.boolean() });

/** What the caller may do with one session; who has none of it can do nothing. */
export function sessionHandle(
  handles: HandleDeps,
  session: SessionKey,
  token: unknown,
): PlanSession {
  const { sessions, assertEnabled } = handles;
  return Object.freeze<PlanSession>({
    id: session,
    snapshot: () => sessions.snapshot(session),
    events: async (...[after, limit]) => {
      const page = parsedParams(eventsSchema, { after, limit });
      return sessions.events(session, Number(page.after), page.limit);
    },
    attach: async (given) => {
      const { after } = parsedParams(attachSchema, { after: given });
      const cursor = after === undefined ? undefined : Number(after);
      return attachmentHandle(await sessions.attach(session, cursor), handles.open);
    },
    planMode: () => sessions.planMode(session),
    setPlanMode: async (given) => {
      const { active } = parsedParams(activeSchema, { active: given });
      return sessions.setPlanMode(session, active);
    },
    beginTurn: async (cancel?: CancellationToken) => {
      assertEnabled();
      return beginTurn(handles, { session, token, cancel });
    },
  });
}

function attachmentHandle(attachment: Attachment, open: Set<Disposable>): PlanAttachment {
  const { snapshot } = attachment;
  if (!snapshot) throw new Error('Nothing is attached to no session.');
  const items = feedItems(attachment, open);
  open.add(attachment);
  return Object.freeze<PlanAttachment>({
    snapshot: toWireSnapshot(snapshot),
    [Symbol.asyncIterator]: () => items,
    dispose: () => {
      open.delete(attachment);
      attachment.dispose();
    },
  });
}

async function* feedItems(
  attachment: Attachment,
  open: Set<Disposable>,
): AsyncGenerator<FeedItem, void, void> {
  try {
    for await (const item of attachment) {
      if (item.kind === 'event') yield { kind: 'event', event: toWireEvent(item.event) };
      else yield { kind: 'reset', snapshot: item.snapshot ? toWireSnapshot(item.snapshot) : null };
    }
  } finally {
    open.delete(attachment);
  }
}
