import type * as vscode from 'vscode';
import type { ToolResult } from '../../domain/toolResult';
import type { SessionKey } from '../../service/planStore';

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
  readonly toolInvocationToken: vscode.ChatParticipantToolToken | undefined;
  readonly stream: vscode.ChatResponseStream;
}

/** Asks a person about the plan. */
export interface PlanReviewer {
  /** Rejects like `PlanService.execute`: `cancelled` where the request was stopped. */
  answer(call: ReviewCall): Promise<ToolResult>;
}
