import * as vscode from 'vscode';
import type { ModelRequest } from '../../agent/modelRequest';
import type { ModelPart } from '../../agent/toolLoop';
import { toChatMessages } from './chatMessages';
import { untilCancelled } from '../chat/untilCancelled';

export interface AskedModel {
  readonly model: vscode.LanguageModelChat;
  readonly tools: readonly vscode.LanguageModelChatTool[];
  readonly token: vscode.CancellationToken;
}

/** A model, or the way to it, failed; the cause says how. */
export class ModelFailure extends Error {
  constructor(cause: unknown) {
    super('The model did not answer.', { cause });
  }
}

/**
 * Sends one request and tells what comes; other kinds of parts than text and calls are left out. Rejects
 * with `cancelled`, and with a ModelFailure.
 */
export async function askModel(
  asked: AskedModel,
  request: ModelRequest,
  heard: (part: ModelPart) => void,
): Promise<void> {
  try {
    await ask(asked, request, heard);
  } catch (error) {
    throw asked.token.isCancellationRequested ? error : new ModelFailure(error);
  }
}

async function ask(
  { model, tools, token }: AskedModel,
  request: ModelRequest,
  heard: (part: ModelPart) => void,
): Promise<void> {
  const options = { tools: [...tools], toolMode: vscode.LanguageModelChatToolMode.Auto };
  const sending = model.sendRequest(toChatMessages(request), options, token);
  const { stream } = await untilCancelled(sending, token);
  const parts = stream[Symbol.asyncIterator]();
  for (;;) {
    const next = await untilCancelled(parts.next(), token);
    if (next.done) return;
    const part = toModelPart(next.value);
    if (part) heard(part);
  }
}

function toModelPart(part: unknown): ModelPart | undefined {
  if (part instanceof vscode.LanguageModelTextPart) return { kind: 'text', text: part.value };
  if (part instanceof vscode.LanguageModelToolCallPart) {
    const { callId, name } = part;
    // Of providers that leave it out: what is undefined would not come back from the chat that keeps it.
    const input = (part.input as unknown) ?? {};
    return { kind: 'tool_call', call_id: callId, name, input };
  }
  return undefined;
}
