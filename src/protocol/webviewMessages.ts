import * as z from 'zod/mini';
import { planDocumentSchema } from '../domain/plan';
import { storeProblemSchema } from '../domain/sessionSnapshot';
import { activitySchema, cursorSchema, planViewSchema, revisionHeaderSchema } from './planView';
import { viewStringsSchema } from './viewStringKeys';

/** Raised when a message changes so that the other side would misread it; the view is then reloaded. */
export const PROTOCOL_VERSION = 2;

const v = z.literal(PROTOCOL_VERSION);
const requestId = z.int().check(z.minimum(1));

/** Why a request got no answer. `timeout` and `closed` come from the channel itself. */
const requestErrorSchema = z.enum(['not_found', 'unavailable', 'failed', 'timeout', 'closed']);

const openedRevisionSchema = z.strictObject({
  session: z.string(),
  at: z.string(),
  plan: planDocumentSchema,
});
/** A document as it was at one revision. */
export type OpenedRevision = z.infer<typeof openedRevisionSchema>;

const answerSchema = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), value: openedRevisionSchema }),
  z.strictObject({ ok: z.literal(false), error: requestErrorSchema }),
]);
/** The answer to `revision`. */
export type RevisionAnswer = z.infer<typeof answerSchema>;

export const viewSettingsSchema = z.strictObject({
  /** The tool with which an agent can begin a plan; null where agents are offered none. */
  planTool: z.nullable(z.string()),
  /** BCP 47, for times and numbers. */
  locale: z.string(),
});
export type ViewSettings = z.infer<typeof viewSettingsSchema>;

const snapshotContentSchema = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('plan'), view: planViewSchema }),
  /** The followed chat has no stored session yet, or no chat is followed. */
  z.strictObject({ state: z.literal('none') }),
  /** The store cannot be read now; what the view holds stays on the screen. */
  z.strictObject({ state: z.literal('unavailable'), problem: storeProblemSchema }),
]);

/** The session that a message is about; null while no chat is followed. */
const session = z.nullable(z.string());

export const toViewSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    v,
    kind: z.literal('hello'),
    strings: viewStringsSchema,
    settings: viewSettingsSchema,
  }),
  z.strictObject({ v, kind: z.literal('snapshot'), session, content: snapshotContentSchema }),
  /**
   * What was committed after one cursor and up to another: the new lines of the list of revisions,
   * newest first, and the plan where it changed. Many commits may come as one.
   */
  z.strictObject({
    v,
    kind: z.literal('event'),
    session: z.string(),
    after: cursorSchema,
    cursor: cursorSchema,
    title: z.string(),
    coworker: z.string(),
    updated: z.string(),
    activity: activitySchema,
    plan: z.optional(planDocumentSchema),
    revisions: z.array(revisionHeaderSchema),
  }),
  /** Forget everything and follow this session; a snapshot comes next. */
  z.strictObject({ v, kind: z.literal('reset'), session }),
  z.strictObject({ v, kind: z.literal('reply'), id: requestId, answer: answerSchema }),
]);
export type ToView = z.infer<typeof toViewSchema>;
export type SnapshotMessage = Extract<ToView, { kind: 'snapshot' }>;
export type EventMessage = Extract<ToView, { kind: 'event' }>;
export type ResetMessage = Extract<ToView, { kind: 'reset' }>;

/** What a button of the view may ask the editor to do; nothing else can be run from there. */
export const viewCommandSchema = z.enum(['showLog', 'openSettings', 'openChat', 'startPlan']);
export type ViewCommand = z.infer<typeof viewCommandSchema>;

export const toHostSchema = z.discriminatedUnion('kind', [
  /** The view is drawn, or has missed something: hello and a whole snapshot, please. */
  z.strictObject({ v, kind: z.literal('ready') }),
  z.strictObject({
    v,
    kind: z.literal('revision'),
    id: requestId,
    session: z.string(),
    revision: z.int().check(z.minimum(1)),
  }),
  z.strictObject({ v, kind: z.literal('run'), command: viewCommandSchema }),
  /** The view has met a message of another protocol version. */
  z.strictObject({ v, kind: z.literal('reload') }),
]);
export type ToHost = z.infer<typeof toHostSchema>;

/** A message without what the channel adds to it. */
export type BodyOf<Message> = Message extends unknown ? Omit<Message, 'v' | 'id'> : never;
