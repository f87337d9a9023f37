import * as z from 'zod/mini';
import { planDocumentSchema } from '../domain/plan';
import { planModeStateSchema } from '../domain/planMode';
import {
  activitySchema,
  cursorSchema,
  planViewSchema,
  reviewMarkSchema,
  revisionHeaderSchema,
  shownProblemSchema,
} from './planView';
import { sessionRowSchema, unreadableRowSchema } from './sessionRow';
import { steerActionSchema } from './steerAction';
import { viewStringsSchema } from './viewStringKeys';

export type { ToHost, ViewCommand } from './messagesToHost';

/** Raised when a message changes so that the other side would misread it; the view is then reloaded. */
export const PROTOCOL_VERSION = 5;

const v = z.literal(PROTOCOL_VERSION);
const requestId = z.int().check(z.minimum(1));

/** Why a request got no answer. `timeout` and `closed` come from the channel itself. */
const requestErrorSchema = z.enum(['not_found', 'unavailable', 'failed', 'timeout', 'closed']);

const openedRevisionSchema = z.strictObject({
  kind: z.literal('revision'),
  session: z.string(),
  at: z.string(),
  plan: planDocumentSchema,
});
/** A document as it was at one revision. */
export type OpenedRevision = z.infer<typeof openedRevisionSchema>;

const revisionPageSchema = z.strictObject({
  kind: z.literal('page'),
  session: z.string(),
  /** Newest first, all older than the one that was named; what cannot be read is left out. */
  revisions: z.array(revisionHeaderSchema),
  /** There may be still older ones. */
  more: z.boolean(),
});
/** Older lines of the list of revisions. */
export type RevisionPage = z.infer<typeof revisionPageSchema>;

const planModeAnswerSchema = z.strictObject({
  kind: z.literal('planMode'),
  /** Null where plan mode does not exist. */
  state: z.nullable(planModeStateSchema),
});

const answerSchema = z.discriminatedUnion('ok', [
  z.strictObject({
    ok: z.literal(true),
    value: z.discriminatedUnion('kind', [
      openedRevisionSchema,
      revisionPageSchema,
      planModeAnswerSchema,
    ]),
  }),
  z.strictObject({ ok: z.literal(false), error: requestErrorSchema }),
]);
/** The answer to `revision`, `page`, `planMode` or `setPlanMode`, with the kind that was asked for. */
export type AnswerValue = OpenedRevision | RevisionPage | z.infer<typeof planModeAnswerSchema>;
export type Answer = z.infer<typeof answerSchema>;

export const viewSettingsSchema = z.strictObject({
  /** The tool with which an agent can begin a plan; null where agents are offered none. */
  planTool: z.nullable(z.string()),
  /** BCP 47, for times and numbers. */
  locale: z.string(),
  density: z.enum(['comfortable', 'compact']),
});
export type ViewSettings = z.infer<typeof viewSettingsSchema>;

const snapshotContentSchema = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('plan'), view: planViewSchema }),
  /** The followed chat has no stored session yet, or no chat is followed. */
  z.strictObject({ state: z.literal('none') }),
  /** The store cannot be read now; what the view holds stays on the screen. */
  z.strictObject({ state: z.literal('unavailable'), problem: shownProblemSchema }),
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
    pinned: z.boolean(),
    planMode: z.nullable(planModeStateSchema),
    approved: z.nullable(z.int()),
    plan: z.optional(planDocumentSchema),
    revisions: z.array(revisionHeaderSchema),
    /** New answers of people, newest first. */
    reviews: z.array(reviewMarkSchema),
    /** The last switch of plan mode, where there was one. */
    switched: z.optional(z.strictObject({ cursor: cursorSchema, active: z.boolean() })),
  }),
  /**
   * Rows of the list of sessions, while the view wants it. `first` begins the list anew, `more` goes on
   * with it, `change` replaces or adds the rows that are given and takes away those in `gone`.
   */
  z.strictObject({
    v,
    kind: z.literal('sessions'),
    part: z.enum(['first', 'more', 'change']),
    rows: z.array(sessionRowSchema),
    gone: z.array(z.string()),
    /** All that there are, with the first part. */
    unreadable: z.array(unreadableRowSchema),
    /** Nothing more is on its way. */
    done: z.boolean(),
    /** Where the store could not be listed; the rows of before stay on the screen. */
    problem: z.optional(shownProblemSchema),
  }),
  /** Which session the panel follows, and whether it stays there whatever else changes. */
  z.strictObject({
    v,
    kind: z.literal('following'),
    session,
    stays: z.boolean(),
    /** The revision of it that a person is asked about now. */
    review: z.optional(z.int()),
  }),
  /** A session went to the trash a moment ago and can be brought back; null: none any more. */
  z.strictObject({
    v,
    kind: z.literal('deleted'),
    title: z.nullable(z.string()),
    /** The one that could be brought back is there again. */
    isBack: z.optional(z.literal(true)),
  }),
  /**
   * What is kept of a draft for this session. It is read by the part of the view that shows drafts.
   * `done`: the revision in which all of it was found, with which it is over.
   */
  z.strictObject({
    v,
    kind: z.literal('draft'),
    session,
    draft: z.unknown(),
    done: z.optional(z.int()),
  }),
  /** A command of the editor for the draft on the screen. */
  z.strictObject({ v, kind: z.literal('steer'), action: steerActionSchema }),
  /** A plan that no chat seems to use, for the chat that is followed and has none; null: none any more. */
  z.strictObject({
    v,
    kind: z.literal('offer'),
    plan: z.nullable(z.strictObject({ text: z.string(), session: z.string(), into: z.string() })),
  }),
  /** Forget everything and follow this session; a snapshot comes next. */
  z.strictObject({ v, kind: z.literal('reset'), session }),
  z.strictObject({ v, kind: z.literal('reply'), id: requestId, answer: answerSchema }),
]);
export type ToView = z.infer<typeof toViewSchema>;
export type SnapshotMessage = Extract<ToView, { kind: 'snapshot' }>;
export type EventMessage = Extract<ToView, { kind: 'event' }>;
/** What the view of one session is told. */
export type SessionMessage = SnapshotMessage | EventMessage | ResetMessage;
export type SessionsMessage = Extract<ToView, { kind: 'sessions' }>;
export type DraftMessage = Extract<ToView, { kind: 'draft' }>;
export type FollowingMessage = Extract<ToView, { kind: 'following' }>;
export type OfferMessage = Extract<ToView, { kind: 'offer' }>;
export type ResetMessage = Extract<ToView, { kind: 'reset' }>;

/** A message without what the channel adds to it. */
export type BodyOf<Message> = Message extends unknown ? Omit<Message, 'v' | 'id'> : never;
