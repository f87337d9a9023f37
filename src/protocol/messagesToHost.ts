import * as z from 'zod/mini';
import { draftSchema } from '../domain/steering/draft';
import { planTargetSchema } from './planTarget';
import { cursorSchema } from './planView';
import { PROTOCOL_VERSION } from './webviewMessages';

/** What a button of the view may ask the editor to do; nothing else can be run from there. */
export const viewCommandSchema = z.enum([
  ...([
    'showLog',
    'openSettings',
    'startPlan',
    'getStarted',
    'reportIssue',
    'verifyPlans',
  ] as const),
  ...(['openChat', 'renamePlan', 'pinPlan', 'unpinPlan', 'deletePlan', 'undoDelete'] as const),
  ...(['openMarkdown', 'compareRevisions', 'copyMarkdown', 'savePlan', 'copyLink'] as const),
  ...(['inspectPlan', 'restorePlanCopy', 'chooseStore', 'adoptPlan'] as const),
  ...(['sendDraft', 'updateStatuses', 'goBack', 'goBackBeforeMessage'] as const),
]);
export type ViewCommand = z.infer<typeof viewCommandSchema>;

const v = z.literal(PROTOCOL_VERSION);
const id = z.int().check(z.minimum(1));

/** What the view sends; a file that the view itself does not load. */
export const toHostSchema = z.discriminatedUnion('kind', [
  /** The view is drawn, or has missed something: hello and a whole snapshot, please. */
  z.strictObject({ v, kind: z.literal('ready') }),
  z.strictObject({
    v,
    kind: z.literal('revision'),
    id,
    session: z.string(),
    revision: z.int().check(z.minimum(1)),
  }),
  /** The lines before the one at this cursor. */
  z.strictObject({
    v,
    kind: z.literal('page'),
    id,
    session: z.string(),
    before: cursorSchema,
  }),
  /** Whether the session plans, and what is selected for its next request. */
  z.strictObject({ v, kind: z.literal('planMode'), id, session: z.string() }),
  /** Selects it for the next request. */
  z.strictObject({
    v,
    kind: z.literal('setPlanMode'),
    id,
    session: z.string(),
    active: z.boolean(),
  }),
  /** What the person drafts for this session, to be kept and no more; null: nothing any longer. */
  z.strictObject({
    v,
    kind: z.literal('draft'),
    session: z.string(),
    draft: z.nullable(draftSchema),
  }),
  /** The list of sessions is on the screen, or no longer. */
  z.strictObject({ v, kind: z.literal('list'), on: z.boolean() }),
  /** Show this session and stay there; null: the one that changed last, from now on. */
  z.strictObject({ v, kind: z.literal('open'), session: z.nullable(z.string()) }),
  z.strictObject({
    v,
    kind: z.literal('run'),
    command: viewCommandSchema,
    target: z.optional(planTargetSchema),
  }),
  /** The view has met a message of another protocol version. */
  z.strictObject({ v, kind: z.literal('reload') }),
]);
export type ToHost = z.infer<typeof toHostSchema>;
