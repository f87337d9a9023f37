import { PlanError } from '../../domain/planError';
import { canonicalJson } from '../../service/canonicalJson';
import type { SessionKey } from '../../service/planStore';
import type { Clock } from '../../service/ports';

/** Said for the turn when the platform did not tell which request the call belongs to. */
export const UNKNOWN_TURN = 'unknown';

/** Prepares are not always followed by a call: they are forgotten after this time, in milliseconds … */
export const PREPARE_LIFETIME = 60_000;
/** … and the oldest beyond this many. */
export const PREPARES_KEPT = 64;

/** The chat session and the turn that a tool call belongs to. */
export interface CallOrigin {
  readonly session: SessionKey;
  readonly turn_id: string;
}

/** The whole URI as text, from its components. */
export type UriText = (components: { readonly scheme: string }) => string;

interface Prepare {
  readonly call: string;
  readonly session: SessionKey | undefined;
  readonly requestId: string | undefined;
  readonly at: number;
}

/**
 * Finds out which chat a tool call comes from. The platform has no typed way to say it, so this is
 * a chain: the invocation token, then what `prepareInvocation` saw when exactly one sighting of the
 * same input is open, then a refusal. Never an id from the model (DP.74).
 */
export class ChatSessions {
  readonly #uriText: UriText;
  readonly #clock: Clock;
  #prepares: Prepare[] = [];

  constructor(uriText: UriText, clock: Clock) {
    this.#uriText = uriText;
    this.#clock = clock;
  }

  /** Remembers what `prepareInvocation` was told; `options` is the platform's object, mostly untyped. */
  notePrepare(toolName: string, options: { readonly input: unknown }): void {
    const { chatSessionResource, chatRequestId } = options as {
      chatSessionResource?: unknown;
      chatRequestId?: unknown;
    };
    const prepare = {
      call: callText(toolName, options.input),
      session: this.#textOf(chatSessionResource),
      requestId: typeof chatRequestId === 'string' ? chatRequestId : undefined,
      at: this.#clock.now(),
    };
    this.#prepares = [...this.#prepares, prepare].slice(-PREPARES_KEPT);
  }

  /** Consumes the sighting of this call. Throws `no_session` when the chat cannot be told. */
  resolve(toolName: string, input: unknown, token: unknown): CallOrigin {
    const fromToken = chatOfToken(this.#uriText, token);
    const prepare = this.#takePrepare(callText(toolName, input), fromToken);
    const session = fromToken ?? prepare?.session;
    if (session === undefined) {
      throw new PlanError('no_session', 'The call carries no chat session.');
    }
    return { session, turn_id: prepare?.requestId ?? UNKNOWN_TURN };
  }

  /** The one open sighting that fits; of several that fit, none can be told from the others. */
  #takePrepare(call: string, session: SessionKey | undefined): Prepare | undefined {
    const oldest = this.#clock.now() - PREPARE_LIFETIME;
    this.#prepares = this.#prepares.filter((prepare) => prepare.at >= oldest);
    const [only, ...others] = this.#prepares.filter(
      (prepare) => prepare.call === call && (session === undefined || prepare.session === session),
    );
    if (!only || others.length > 0) return undefined;
    this.#prepares = this.#prepares.filter((prepare) => prepare !== only);
    return only;
  }

  #textOf(value: unknown): SessionKey | undefined {
    return chatKeyOf(this.#uriText, value);
  }
}

/**
 * The chat that an invocation token tells of. It has no type; at run time it is a plain object with
 * `sessionResource` in every editor that we run in (before 1.108 it had only an id that names no chat).
 */
export function chatOfToken(uriText: UriText, token: unknown): SessionKey | undefined {
  const { sessionResource } = (token ?? {}) as { readonly sessionResource?: unknown };
  return chatKeyOf(uriText, sessionResource);
}

/** The key of a chat; undefined for anything that is no URI. */
function chatKeyOf(uriText: UriText, value: unknown): SessionKey | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { scheme } = value as { scheme?: unknown };
  if (typeof scheme !== 'string' || scheme === '') return undefined;
  try {
    return uriText({ ...value, scheme });
  } catch {
    // The editor's own check of the components: what is no URI names no chat.
    return undefined;
  }
}

function callText(toolName: string, input: unknown): string {
  try {
    return `${toolName} ${canonicalJson(input)}`;
  } catch {
    // Nested too deep to be written down, so it fits no tool; only which chat hears that is open.
    return toolName;
  }
}
