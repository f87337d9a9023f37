import * as vscode from 'vscode';
import type { ModelMessage, ModelRequest, RequestPart } from '../../agent/modelRequest';

/** The one value that the editor passes on to providers (C30). */
const CACHE_CONTROL = { mime: 'cache_control', value: 'ephemeral' };

type UserPart =
  vscode.LanguageModelTextPart | vscode.LanguageModelToolResultPart | vscode.LanguageModelDataPart;
type AssistantPart = vscode.LanguageModelTextPart | vscode.LanguageModelToolCallPart;

/** A request in the words of the editor, which has no role for instructions: they are the first thing said. */
export function toChatMessages({
  instructions,
  messages,
}: ModelRequest): vscode.LanguageModelChatMessage[] {
  const spoken = messages.map(toChatMessage);
  if (!instructions) return spoken;
  return [vscode.LanguageModelChatMessage.User(instructions), ...spoken];
}

function toChatMessage({ role, parts }: ModelMessage): vscode.LanguageModelChatMessage {
  return role === 'user'
    ? vscode.LanguageModelChatMessage.User(parts.map(toUserPart))
    : vscode.LanguageModelChatMessage.Assistant(parts.map(toAssistantPart));
}

function toUserPart(part: RequestPart): UserPart {
  switch (part.kind) {
    case 'tool_result': {
      const text = new vscode.LanguageModelTextPart(String(part.content));
      return new vscode.LanguageModelToolResultPart(part.call_id, [text]);
    }
    case 'cache_marker':
      return new vscode.LanguageModelDataPart(
        new TextEncoder().encode(CACHE_CONTROL.value),
        CACHE_CONTROL.mime,
      );
    case 'text':
    case 'retry_prompt':
      return new vscode.LanguageModelTextPart(part.text);
    case 'tool_call':
      throw new Error('A request of ours calls no tool.');
  }
}

function toAssistantPart(part: RequestPart): AssistantPart {
  if (part.kind === 'text') return new vscode.LanguageModelTextPart(part.text);
  if (part.kind === 'tool_call') {
    return new vscode.LanguageModelToolCallPart(part.call_id, part.name, part.input as object);
  }
  throw new Error('A model says text and calls tools.');
}
