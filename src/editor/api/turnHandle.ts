import * as vscode from 'vscode';
import * as z from 'zod/mini';
import { PlanError } from '../../domain/planError';
import { toolRefusal } from '../../domain/toolResult';
import type { CancellationToken, PlanTurn } from '../../protocol/extensionApi';
import { parsedParams } from '../../protocol/wireValues';
import type { SessionKey } from '../../service/planStore';
import type { EndTurn } from '../../service/sessionCommand';
import type { ToolToken } from '../review/nativeCard';
import type { HandleDeps } from './sessionHandle';

/** Longest id of a call or request, in UTF-16 units: it is kept with each revision. */
const MAX_ID = 1_000;

const id = z.string().check(z.minLength(1), z.maxLength(MAX_ID));
const requestSchema = z.strictObject({ requestId: z.optional(id) });
const callSchema = z.strictObject({ callId: id, name: z.string() });
const cancelSchema = z.strictObject({
  cancel: z.optional(
    z.custom<CancellationToken>(
      (token) =>
        typeof (token as Partial<CancellationToken> | null)?.onCancellationRequested === 'function',
    ),
  ),
});

interface TurnOf {
  readonly session: SessionKey;
  /** Of the chat request, for the editor's own card; undefined outside of one. */
  readonly token: unknown;
  readonly cancel: CancellationToken | undefined;
}

/** A turn of a loop of another extension. */
export async function beginTurn(
  { deps, sessions, reviewer }: HandleDeps,
  { session, token, cancel: given }: TurnOf,
): Promise<PlanTurn> {
  const { cancel } = parsedParams(cancelSchema, { cancel: given });
  const turnId = await sessions.beginTurn(session);
  let isOver = false;

  const finish = async (outcome: EndTurn['outcome']): Promise<void> => {
    isOver = true;
    try {
      await sessions.endTurn(session, turnId, outcome);
    } catch (error) {
      // It is over already, or one that began after it has ended it.
      if (!PlanError.is(error, 'turn_not_current')) {
        isOver = false;
        throw error;
      }
    }
    listening?.dispose();
  };
  const stop = (): void => {
    finish('cancelled').catch((error: unknown) => {
      deps.log.error('A turn of another extension could not be cancelled.', error);
    });
  };
  const assertOpen = (): void => {
    if (isOver) throw new PlanError('turn_not_current', 'This turn is over.');
  };

  const listening = cancel?.onCancellationRequested(stop);
  if (cancel?.isCancellationRequested) stop();

  return Object.freeze<PlanTurn>({
    id: turnId,
    tools: async () => {
      assertOpen();
      const { turn } = await sessions.snapshot(session);
      if (turn?.turnId !== turnId) throw new PlanError('turn_not_current', 'This turn is over.');
      return sessions.tools(session);
    },
    boundary: async (given) => {
      const { requestId } = parsedParams(requestSchema, { requestId: given });
      assertOpen();
      return sessions.boundary(session, turnId, requestId);
    },
    call: async (...[givenId, givenName, input]) => {
      const { callId, name } = parsedParams(callSchema, { callId: givenId, name: givenName });
      assertOpen();
      try {
        return await sessions.call(session, { turnId, callId, name, arguments: input }, (call) =>
          reviewer.answer({
            // A turn that is cancelled takes its question away by itself.
            ...{ ...call, token: new vscode.CancellationTokenSource().token, stream: undefined },
            toolInvocationToken: token as ToolToken,
          }),
        );
      } catch (error) {
        // The model can mend what it wrote; nothing of it was recorded (C32).
        if (!PlanError.is(error, 'invalid_input')) throw error;
        return toolRefusal(error.message, { error: error.code });
      }
    },
    end: () => finish('completed'),
    cancel: () => finish('cancelled'),
  });
}
