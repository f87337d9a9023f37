import * as vscode from 'vscode';
import { messagesSoFar } from '../../agent/toolLoop';
import { PlanError } from '../../domain/planError';
import { chatOfToken } from '../chat/chatSession';
import { handedOver } from '../handoff/handoffPrompt';
import { uriText } from '../chat/uriText';
import { adoptPlan } from './adoptPlan';
import { afterStop } from './afterStop';
import { chatSoFar } from './chatHistory';
import { earlierRevision, recogniseChat } from './chatIdentity';
import { failureWords } from './endings';
import { nextOf } from './followUps';
import { inHostedTurn } from './hostedTurn';
import { modeTarget, selectionWords, wordsFor } from './modeCommands';
import type { AnsweringDeps, ParticipantDeps } from './participantDeps';
import { type PlanChat, planningOf } from './planChat';
import { runPlanLoop } from './planLoop';
import { showPlan } from './showPlan';
import { keptMessages, toMetadata } from './turnMetadata';

/** Answers a message to `@plan`. What fails is said in words; Stop leaves nothing running. */
export async function answerRequest(
  deps: AnsweringDeps,
  request: vscode.ChatRequest,
  context: vscode.ChatContext,
  stream: vscode.ChatResponseStream,
  token: vscode.CancellationToken,
): Promise<vscode.ChatResult> {
  const soFar = chatSoFar(context.history);
  const session = chatOfToken(uriText, request.toolInvocationToken) ?? soFar.last?.session;
  if (session === undefined) {
    return failed(vscode.l10n.t('The editor does not say which chat this is, so it has no plan.'));
  }
  const settings = deps.settings();
  if (!settings.enabled) {
    return failed(vscode.l10n.t('Planning is off: see the setting sessionPlans.enabled.'));
  }
  const planMode = soFar.last?.planMode;
  const chat: PlanChat = {
    ...{ deps, request, stream, token, session, soFar, settings },
    ...planningOf(deps, settings),
    turn: { messages: [], planMode },
    turnId: undefined,
    notes: [],
    leftOut: soFar.last?.leftOut ?? 0,
  };
  const stop = afterStop(token);
  // What a slow disk or a tool does not end in time ends behind it.
  const errorDetails = await Promise.race([ending(chat), stop]);
  if (!token.isCancellationRequested) {
    for (const note of chat.notes) stream.markdown(`\n\n${note}`);
  }
  return { ...(errorDetails && { errorDetails }), metadata: await metadataOf(chat, stop) };
}

/** Answers; what fails is what it ends with. */
async function ending(chat: PlanChat): Promise<vscode.ChatErrorDetails | undefined> {
  const { deps, token } = chat;
  try {
    await answer(chat);
  } catch (error) {
    if (!token.isCancellationRequested) return { message: failureWords(error, deps.log) };
    // Nobody waits for words after a Stop; a failure of the store goes into the log all the same.
    if (PlanError.is(error)) failureWords(error, deps.log);
  }
  return undefined;
}

async function answer(chat: PlanChat): Promise<void> {
  const { deps, request, stream, session, soFar, origin } = chat;
  const { service, current, log } = deps;
  // A copied chat has its plan only once it was recognised; a new one need not be made to be looked at.
  if (request.command === 'show' && !soFar.last) return showPlan(chat);
  const found = await recogniseChat(service, session, origin, soFar.last);
  current.called(session);
  if (found.kind === 'forked') {
    chat.notes.push(
      vscode.l10n.t(
        'This chat is a copy, so it goes on with a copy of the plan at revision {0}.',
        found.revision,
      ),
    );
  }
  if (request.command === 'show') return showPlan(chat);
  const handed = handedOver(request);
  // Sent again in its own chat, there is nothing to adopt.
  if (handed && handed.plan.session !== session && !(await adoptPlan(chat, handed.plan))) return;
  if (request.command === 'adopt' && !handed) {
    await adoptPlan(chat);
    return;
  }
  if (request.command === 'adopt' && handed?.words.trim() === '') return;
  const earlier = await earlierRevision(service, session, soFar);
  if (earlier !== undefined) chat.notes.push(wentBackWords(earlier));
  await inHostedTurn(service, session, log, async (turnId) => {
    const active = modeTarget(request);
    const state =
      active === undefined
        ? null
        : await service.execute({ kind: 'select_plan_mode', session, active });
    const words = wordsFor(request.command, handed?.words ?? request.prompt);
    if (words !== '') await runPlanLoop(chat, turnId, words);
    else stream.markdown(active === undefined ? usage() : selectionWords(state));
  });
}

/** An edited message does not take the plan back: that is for the person to say (C25). */
function wentBackWords(revision: number): string {
  return vscode.l10n.t(
    'The plan went on after this point of the chat. To go back to revision {0}, send: @plan /adopt {0}',
    revision,
  );
}

function usage(): string {
  return vscode.l10n.t('Say what is to be done, and @plan plans it and works through the plan.');
}

async function metadataOf(chat: PlanChat, stop: Promise<undefined>) {
  const { deps, session, turn, turnId, leftOut, soFar } = chat;
  const { planMode } = turn;
  const known = await Promise.race([snapshotOf(deps, session), stop]);
  const followUp = nextOf(known);
  return toMetadata({
    session,
    ...(turnId !== undefined && { turn: turnId }),
    revision: known?.plan?.revision ?? (known ? 0 : (soFar.last?.revision ?? 0)),
    ...(planMode !== undefined && { planMode }),
    messages: keptMessages(messagesSoFar(turn)),
    leftOut,
    ...(followUp && { followUp }),
  });
}

/** What was said is kept in any case, so a plan that cannot be read now is not known here. */
async function snapshotOf({ service, log }: ParticipantDeps, session: string) {
  try {
    return await service.snapshot(session);
  } catch (error) {
    log.warn(`The plan could not be read for the chat: ${String(error)}`);
    return undefined;
  }
}

function failed(message: string): vscode.ChatResult {
  return { errorDetails: { message } };
}
