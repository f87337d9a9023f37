import { PlanError } from '../domain/planError';
import { canonicalJson } from '../service/canonicalJson';
import type { SessionKey } from '../service/planStore';

/** Said for the turn when the platform did not tell which request the call belongs to. */
export const UNKNOWN_TURN = 'unknown';

/** Prepares are not always followed by a call: the oldest are forgotten beyond this many. */
const PREPARES_KEPT = 64;

/** The chat session and the turn that a tool call belongs to. */
export interface CallOrigin {
  readonly session: SessionKey;
  readonly turn_id: string;
}

/** The whole URI as text, from its components; the editor's own conversion, so that keys never differ. */
export type UriText = (components: { readonly scheme: string }) => string;

interface Prepare {
  readonly call: string;
  readonly session: SessionKey | undefined;
  readonly requestId: string | undefined;
}

/**
 * Finds out which chat a tool call comes from. The platform has no typed way to say it, so this is
 * a chain: the invocation token, then what `prepareInvocation` saw for the same input when the open
 * sightings name one chat only, then a refusal. Never an id from the model (DP.74).
 */
export class ChatSessions {
  readonly #uriText: UriText;
  #prepares: Prepare[] = [];

  constructor(uriText: UriText) {
    this.#uriText = uriText;
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
    };
    this.#prepares = [...this.#prepares, prepare].slice(-PREPARES_KEPT);
  }

  /** Consumes one sighting of this call. Throws `no_session` when the chat cannot be told. */
  resolve(toolName: string, input: unknown, token: unknown): CallOrigin {
    // At run time the token is a plain object with `sessionResource` (engine 1.110 and newer).
    const fromToken = this.#textOf(
      (token as { sessionResource?: unknown } | null | undefined)?.sessionResource,
    );
    const call = callText(toolName, input);
    const matching = this.#prepares.filter(
      (prepare) =>
        prepare.call === call && (fromToken === undefined || prepare.session === fromToken),
    );
    // Several sightings that agree say it as surely as one; any disagreement says nothing.
    const session = fromToken ?? theOne(matching.map((prepare) => prepare.session));
    if (session === undefined) {
      throw new PlanError('no_session', 'The call carries no chat session.');
    }
    const turn = theOne(matching.map((prepare) => prepare.requestId));
    const [oldest] = matching;
    this.#prepares = this.#prepares.filter((prepare) => prepare !== oldest);
    return { session, turn_id: turn ?? UNKNOWN_TURN };
  }

  /** The key of a chat; undefined for anything that is no URI. */
  #textOf(value: unknown): SessionKey | undefined {
    if (typeof value !== 'object' || value === null) return undefined;
    const { scheme } = value as { scheme?: unknown };
    if (typeof scheme !== 'string' || scheme === '') return undefined;
    return this.#uriText({ ...value, scheme });
  }
}

function callText(toolName: string, input: unknown): string {
  return `${toolName} ${canonicalJson(input)}`;
}

function theOne<T>(values: readonly T[]): T | undefined {
  const distinct = new Set(values);
  return distinct.size === 1 ? values[0] : undefined;
}
