import * as vscode from 'vscode';
import type { ReviewAnswer } from '../../domain/planReview';
import { toolRefusal, type ToolResult } from '../../domain/toolResult';
import type { PlanService } from '../../service/planService';
import type { SessionKey } from '../../service/planStore';
import type { Clock, Log } from '../../service/ports';
import { exitPlanModeTool } from '../../tools/exitPlanMode';
import { cancelSignal } from '../chat/cancelSignal';
import { askByCard, type ToolToken } from './nativeCard';
import { askByPick } from './ownQuestion';
import { REJECTIONS_IN_A_ROW, type ReviewQuestion } from './reviewQuestion';

/** One call of `exit_plan_mode`, in a turn that our side runs. */
export interface ReviewCall {
  readonly session: SessionKey;
  readonly turn_id: string;
  readonly call_id: string;
  /** As the model wrote it. */
  readonly input: unknown;
  /** Of the request: stopping it is no answer. */
  readonly token: vscode.CancellationToken;
  /** Of the request: a native card belongs to a chat. */
  readonly toolInvocationToken: ToolToken;
  /** For a way out of a review that goes on and on; absent: there is nowhere to put it. */
  readonly stream: vscode.ChatResponseStream | undefined;
}

/** Asks a person about the plan. */
export interface PlanReviewer {
  /** Rejects like `PlanService.execute`. A request that is stopped meanwhile approves nothing. */
  answer(call: ReviewCall): Promise<ToolResult>;
}

export interface PlanReviewerDeps {
  readonly service: PlanService;
  readonly clock: Clock;
  readonly log: Log;
}

export function createPlanReviewer(deps: PlanReviewerDeps): PlanReviewer {
  return { answer: (call) => answer(deps, call) };
}

async function answer(deps: PlanReviewerDeps, call: ReviewCall): Promise<ToolResult> {
  const parsed = exitPlanModeTool.parse(call.input);
  if (!parsed.ok) return toolRefusal(parsed.message, { error: 'invalid_input' });
  const { session, turn_id, call_id, token, stream } = call;
  const review = { session, turn_id, call_id, input: parsed.value };
  const { service } = deps;
  const signal = cancelSignal(token);
  const request = await service.execute({ kind: 'request_review', ...review, signal });
  if (request.kind === 'answered') return request.result;
  const given = await ask(deps, call, request);
  // Without the signal: also a stopped request has its question closed and its call recorded.
  const result = await service.execute({ kind: 'settle_review', ...review, answer: given });
  const rejected = request.rejected + 1;
  const isKept = given?.outcome === 'kept_planning' && !result.isError;
  if (stream && isKept && rejected >= REJECTIONS_IN_A_ROW) offerWayOut(stream, session, rejected);
  return result;
}

/** Fail-closed: whatever goes wrong while asking is no answer. */
async function ask(
  { service, clock, log }: PlanReviewerDeps,
  call: ReviewCall,
  question: ReviewQuestion,
): Promise<ReviewAnswer | null> {
  const withdrawn = new vscode.CancellationTokenSource();
  const withdraw = (): void => {
    withdrawn.cancel();
  };
  const listeners = [
    call.token.onCancellationRequested(withdraw),
    // The turn was replaced: whoever answers now answers nothing.
    service.onDidChangeReviews((session) => {
      if (session === call.session && !service.openReviews.has(session)) withdraw();
    }),
  ];
  if (call.token.isCancellationRequested) withdraw();
  const { token } = withdrawn;
  const { toolInvocationToken } = call;
  try {
    const byCard = await askByCard(question, { token, toolInvocationToken }, { clock, log });
    const given = byCard === undefined ? await askByPick(question, token) : byCard;
    return token.isCancellationRequested ? null : (given ?? null);
  } catch (error) {
    log.error('Nobody could be asked about the plan.', error);
    return null;
  } finally {
    for (const listener of listeners) listener.dispose();
    withdrawn.dispose();
  }
}

function offerWayOut(
  stream: vscode.ChatResponseStream,
  session: SessionKey,
  rejected: number,
): void {
  stream.markdown(
    vscode.l10n.t(
      'You asked for another plan {0} times in a row. Plan mode can also be left without approving one:',
      rejected,
    ),
  );
  stream.button({
    command: 'sessionPlans.leavePlanMode',
    title: vscode.l10n.t('Leave Plan Mode'),
    arguments: [{ session }],
  });
}
