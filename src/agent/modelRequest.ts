import type { CacheTtl } from '../domain/session';

interface TailMember {
  /** Belongs to the tail of this one request and to no history; see `stripTail`. */
  readonly tail?: true;
}

export interface TextPart extends TailMember {
  readonly kind: 'text';
  readonly text: string;
}

/** Asks the provider to keep what stands before it; cacheBreakpoints says where that comes to lie. */
export interface CacheMarkerPart extends TailMember {
  readonly kind: 'cache_marker';
  readonly ttl: CacheTtl;
}

export interface ToolCallPart {
  readonly kind: 'tool_call';
  readonly call_id: string;
  readonly name: string;
  readonly input: unknown;
}

export interface ToolResultPart {
  readonly kind: 'tool_result';
  readonly call_id: string;
  readonly content: unknown;
}

/** What the loop tells the model to do again; with a call id it stands in the place of that call's result. */
export interface RetryPromptPart {
  readonly kind: 'retry_prompt';
  readonly text: string;
  readonly call_id?: string;
}

export type RequestPart =
  TextPart | CacheMarkerPart | ToolCallPart | ToolResultPart | RetryPromptPart;

/** `user`: a request from our side, be it a person's words, results of tools or a retry prompt. */
export interface ModelMessage {
  readonly role: 'user' | 'assistant';
  readonly parts: readonly RequestPart[];
}

/** One request to a model, in the words of no provider. A first request of instructions alone is a user message without parts. */
export interface ModelRequest {
  /** The same for a request that is sent again. */
  readonly id?: string;
  /** The system prompt; the plan is never in it (PT.3). */
  readonly instructions?: string;
  readonly messages: readonly ModelMessage[];
}

/** Whether there is something to read in it: markers and empty texts can carry no breakpoint. */
export function hasContent(part: RequestPart): boolean {
  if (part.kind === 'cache_marker') return false;
  return part.kind !== 'text' || part.text !== '';
}
