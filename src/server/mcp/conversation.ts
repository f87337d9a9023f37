import { basename } from 'node:path';
import * as z from 'zod/mini';
import type { SessionKey } from '../../service/planStore';

/** What hosts give the conversation of a process in its environment. */
const ENVIRONMENT = [
  'CLAUDE_CODE_SESSION_ID',
  'COPILOT_AGENT_SESSION_ID',
  'QWEN_CODE_SESSION_ID',
] as const;

const id = z.string().check(z.minLength(1), z.maxLength(200));
/** What Codex says of the conversation with every call; other hosts say nothing there. */
const metaSchema = z.looseObject({
  threadId: z.optional(z.catch(z.optional(id), undefined)),
  'x-codex-turn-metadata': z.optional(
    z.catch(z.optional(z.looseObject({ parent_thread_id: z.optional(id) })), undefined),
  ),
});

export interface ConversationOptions {
  /** The one that was chosen; undefined: it is the conversation of the host. */
  readonly session: SessionKey | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly folder: string;
  readonly now: number;
}

/**
 * The session of this process: the one that was named, else the conversation that the host names, else a new
 * one. What a host says is data of the host and never an argument of a tool.
 */
export class Conversation {
  readonly #options: ConversationOptions;
  readonly #fresh: string;
  #last: SessionKey | undefined;

  constructor(options: ConversationOptions) {
    this.#options = options;
    const { folder, now } = options;
    this.#fresh = `${basename(folder) || 'plan'}-${new Date(now).toISOString()}`;
  }

  /** Of a call of this client. A thread below another one has a session of its own, and never writes that of the other. */
  sessionOf(client: string, meta: unknown): SessionKey {
    const parsed = metaSchema.safeParse(meta ?? {});
    const { threadId, 'x-codex-turn-metadata': turn } = parsed.data ?? {};
    const { session } = this.#options;
    if (session !== undefined) {
      const isChild = threadId !== undefined && turn?.parent_thread_id !== undefined;
      return (this.#last = isChild ? `${session}:${threadId}` : session);
    }
    if (threadId !== undefined) return (this.#last = `mcp:${client}:${threadId}`);
    return (this.#last = this.#ofProcess(client));
  }

  /** What a client that makes no call asks for: the session of its last call. */
  current(client: string): SessionKey {
    return this.#last ?? this.sessionOf(client, undefined);
  }

  #ofProcess(client: string): SessionKey {
    const { env } = this.#options;
    const known = ENVIRONMENT.map((variable) => env[variable]).find(
      (value) => id.safeParse(value).success,
    );
    return known === undefined ? `mcp:${this.#fresh}` : `mcp:${client}:${known}`;
  }
}
