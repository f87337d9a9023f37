import * as z from 'zod/mini';
import { planDocumentSchema } from './plan';
import { planModeRecordSchema } from './planMode';
import { turnSchema } from './turn';

/** Longest title in UTF-8 bytes. */
export const TITLE_BYTES = 120;

/** How long a provider is asked to keep the beginning of a request. */
export const cacheTtlSchema = z.lazy(() => z.enum(['5m', '1h']));
export type CacheTtl = z.infer<typeof cacheTtlSchema>;

/**
 * How a coworker plans, pinned in the session for its life (DP.11). A coworker is whoever runs the
 * model loop of a session; agent-mode chats have the coworker `chat`.
 */
export const configurationFields = () => ({
  planning: z.boolean(),
  subtasks: z.boolean(),
  /** The allowlist; absent: every tool of the mode. */
  tools: z.optional(z.array(z.string())),
  /** Texts that replace the built-in descriptions of tools. */
  descriptions: z.optional(z.record(z.string(), z.string())),
  /** Absent: the built-in guidance; empty: none; else this text and nothing else. */
  guidance: z.optional(z.string()),
  single_in_progress: z.optional(z.enum(['convention', 'strict'])),
  /** Whether a session of a coworker that plans has plan mode; absent: it has. */
  plan_mode: z.optional(z.boolean()),
  /** Whether the plan is put at the end of model requests; absent: it is. */
  inject: z.optional(z.boolean()),
  /** Absent: five minutes. */
  cache_ttl: z.optional(cacheTtlSchema),
});
export const sessionConfigurationSchema = z.lazy(() => z.strictObject(configurationFields()));
export type SessionConfiguration = z.infer<typeof sessionConfigurationSchema>;

/**
 * Everything that is current about a session. Its history is the log of events; `version` and
 * `generation` are kept by the store (see service/planStore).
 */
export const sessionRecordSchema = z.lazy(() =>
  z.strictObject({
    /** The whole chat URI, or `srv:…`, `mcp:…`; the file name is derived from it. */
    key: z.string(),
    coworker: z.string(),
    /** At most 120 UTF-8 bytes, text rules of steps. */
    title: z.string(),
    /** URI of the workspace that was open when the session began, where known. */
    workspace: z.optional(z.string()),
    /** ISO 8601, UTC. */
    created: z.string(),
    updated: z.string(),
    forked_from: z.optional(z.strictObject({ session: z.string(), revision: z.int() })),
    /** A worker that lacks one of these opens the session read-only (DP.96). */
    required_capabilities: z.array(z.string()),
    configuration: sessionConfigurationSchema,
    plan: z.nullable(planDocumentSchema),
    /** Absent where plan mode does not exist: in sessions whose turns are not ours. */
    plan_mode: z.optional(planModeRecordSchema),
    /** The revision that a person approved last. */
    approved: z.optional(z.int().check(z.minimum(1))),
    /** A person keeps it at the top of the list and on the screen (C26). */
    pinned: z.optional(z.literal(true)),
    /** Absent between turns, and in sessions where only guests called. */
    turn: z.optional(turnSchema),
  }),
);
export type SessionRecord = z.infer<typeof sessionRecordSchema>;

/** What this build can do; a record that requires more is opened read-only. */
export const CAPABILITIES: readonly string[] = ['durable_plans'];
