import * as vscode from 'vscode';
import type { ModelMessage } from '../../agent/modelRequest';
import { readMetadata, type TurnMetadata } from './turnMetadata';

type ChatTurns = vscode.ChatContext['history'];

export interface ChatSoFar {
  /** All that was said to the model and by it, as far as the chat still knows it. */
  readonly messages: readonly ModelMessage[];
  /** What the last turn left that left any. */
  readonly last: TurnMetadata | undefined;
  /** Of all turns of ours that the chat knows. */
  readonly turnIds: ReadonlySet<string>;
}

/** Rebuilt from the chat alone, so that a reload and another window go on with the same words. */
export function chatSoFar(history: ChatTurns): ChatSoFar {
  const messages: ModelMessage[] = [];
  let last: TurnMetadata | undefined;
  const turnIds = new Set<string>();
  let asked: ModelMessage[] = [];
  for (const turn of history) {
    if ('prompt' in turn) {
      asked = turn.prompt.trim() === '' ? [] : [textMessage('user', turn.prompt)];
      continue;
    }
    const metadata = readMetadata(turn.result.metadata);
    last = metadata ?? last;
    if (metadata?.turn !== undefined) turnIds.add(metadata.turn);
    messages.push(...(metadata?.messages ?? [...asked, ...shownWords(turn)]));
    asked = [];
  }
  return { messages: [...messages, ...asked], last, turnIds };
}

/**
 * How many of the messages are left out of the requests, from the first one on: the same as before, until
 * the rest is too long; then so many that half of the room is free, because each such step costs the cache.
 */
export function leftOutOf(
  messages: readonly ModelMessage[],
  before: number,
  maxInputTokens: number,
): number {
  const room = maxInputTokens * CHARACTERS_PER_TOKEN;
  const sizes = messages.map((message) => JSON.stringify(message).length);
  const sizeFrom = (from: number) => sizes.slice(from).reduce((sum, size) => sum + size, 0);
  if (sizeFrom(before) <= room) return before;
  const starts = messages.flatMap((message, at) => (at > before && begins(message) ? [at] : []));
  return starts.find((at) => sizeFrom(at) <= room / 2) ?? messages.length;
}

/** On the safe side: tool lists and the answer need room as well. */
const CHARACTERS_PER_TOKEN = 2.5;

/** A person's words; results of tools belong to the call before. */
function begins({ role, parts }: ModelMessage): boolean {
  return role === 'user' && parts.every(({ kind }) => kind === 'text');
}

/** Of a turn without metadata the chat keeps only what was shown. */
function shownWords({ response }: vscode.ChatResponseTurn): ModelMessage[] {
  const text = response
    .map((part) => (part instanceof vscode.ChatResponseMarkdownPart ? part.value.value : ''))
    .join('');
  return text === '' ? [] : [textMessage('assistant', text)];
}

export function textMessage(role: ModelMessage['role'], text: string): ModelMessage {
  return { role, parts: [{ kind: 'text', text }] };
}
