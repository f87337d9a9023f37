import type { CacheTtl } from '../domain/session';
import { hasContent, type ModelMessage, type ModelRequest, type RequestPart } from './modelRequest';
import { reminderText, type Reminded } from './reminderText';

/** What plan mode has to say in one request; it rides in the tail as well (C16). */
export interface ModeTexts {
  readonly modeGuidance?: string | null | undefined;
  /** One line about a switch that the model does not know of yet. */
  readonly notice?: string | null | undefined;
}

export interface RequestTail extends Reminded, ModeTexts {
  /** False: no reminder, whatever the plan is. */
  readonly inject: boolean;
  readonly cacheTtl: CacheTtl;
}

/**
 * The request as it goes to the model: a copy whose last message ends with the cache marker, the texts of
 * plan mode and the reminder. The request itself when there is nothing to add, or when its last message
 * is not from our side (PTx.26, PTx.27). The marker is left out where nothing stands before it (PT.19).
 */
export function shapeRequest(request: ModelRequest, tail: RequestTail): ModelRequest {
  const last = request.messages.at(-1);
  if (last?.role !== 'user') return request;
  const texts = tailTexts(tail);
  if (texts.length === 0) return request;
  const marker = { kind: 'cache_marker', ttl: tail.cacheTtl, tail: true } as const;
  const parts: RequestPart[] = [
    ...last.parts,
    ...(last.parts.some(hasContent) ? [marker] : []),
    ...texts.map((text) => ({ kind: 'text', text, tail: true }) as const),
  ];
  return { ...request, messages: [...request.messages.slice(0, -1), { ...last, parts }] };
}

/** What is left of a shaped request once its tail is gone: what may be kept as history (PT.5). */
export function stripTail(request: ModelRequest): ModelRequest {
  if (!request.messages.some(({ parts }) => parts.some(isTail))) return request;
  const messages = request.messages.map((message): ModelMessage => ({
    ...message,
    parts: message.parts.filter((part) => !isTail(part)),
  }));
  return { ...request, messages };
}

function tailTexts({ modeGuidance, notice, inject, ...reminded }: RequestTail): string[] {
  const texts = [modeGuidance, notice, inject ? reminderText(reminded) : null];
  return texts.filter((text) => typeof text === 'string' && text !== '') as string[];
}

function isTail(part: RequestPart): boolean {
  return 'tail' in part;
}
