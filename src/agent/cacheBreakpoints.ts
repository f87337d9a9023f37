import type { CacheTtl } from '../domain/session';
import { hasContent, type ModelRequest, type RequestPart } from './modelRequest';

/** Who answers the request, by what it does with cache markers (planning 6.3). */
export type CacheProvider =
  /** `automatic`: it sets a breakpoint of its own at the end of every request. */
  | { readonly kind: 'anthropic'; readonly automatic?: boolean }
  | { readonly kind: 'bedrock' }
  /** By the profile of the model. */
  | { readonly kind: 'openai'; readonly explicitBreakpoints: boolean }
  | { readonly kind: 'openrouter' }
  /** Google, and all that know no explicit breakpoints. */
  | { readonly kind: 'other' };

/** The part that carries a breakpoint: everything up to and with it can be read from the cache next time. */
export interface CacheBreakpoint {
  /** Places in `messages` and in the `parts` of that message. */
  readonly message: number;
  readonly part: number;
  /** Absent where the provider knows none. */
  readonly ttl?: CacheTtl;
}

interface PlacedPart {
  readonly message: number;
  readonly part: number;
  readonly role: 'user' | 'assistant';
  readonly content: RequestPart;
}

/**
 * Where the markers of a request come to lie, in the order of the request, at most one at a place. A
 * marker with nothing before it that could carry it is not sent.
 */
export function cacheBreakpoints(
  request: ModelRequest,
  provider: CacheProvider,
): CacheBreakpoint[] {
  const carries = carrier(provider);
  if (!carries) return [];
  const parts = request.messages.flatMap(({ role, parts }, message) =>
    parts.map((content, part): PlacedPart => ({ message, part, role, content })),
  );
  const breakpoints = new Map<PlacedPart, CacheBreakpoint>();
  parts.forEach(({ content }, at) => {
    if (content.kind !== 'cache_marker') return;
    const place = parts.slice(0, at).findLast(carries);
    if (!place) return;
    const { message, part } = place;
    const ttl = provider.kind === 'openai' ? {} : { ttl: content.ttl };
    breakpoints.set(place, { message, part, ...ttl });
  });
  const end = parts.findLast(({ content }) => hasContent(content));
  if (end && provider.kind === 'anthropic' && provider.automatic && !breakpoints.has(end)) {
    breakpoints.set(end, { message: end.message, part: end.part });
  }
  return [...breakpoints.values()];
}

/** Which parts may carry a breakpoint; undefined where none is sent at all. */
function carrier(provider: CacheProvider): ((part: PlacedPart) => boolean) | undefined {
  switch (provider.kind) {
    case 'anthropic':
    case 'bedrock':
      return ({ content }) => hasContent(content);
    case 'openai':
      return provider.explicitBreakpoints ? ({ content }) => hasContent(content) : undefined;
    case 'openrouter':
      return isUserMessage;
    case 'other':
      return undefined;
  }
}

/** On its wire results of tools, and what stands in their place, are no messages of a user. */
function isUserMessage({ role, content }: PlacedPart): boolean {
  if (role !== 'user' || !hasContent(content)) return false;
  return (
    content.kind === 'text' || (content.kind === 'retry_prompt' && content.call_id === undefined)
  );
}
