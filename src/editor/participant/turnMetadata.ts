import * as z from 'zod/mini';
import type { ModelMessage } from '../../agent/modelRequest';

const textSchema = z.strictObject({ kind: z.literal('text'), text: z.string() });
const callSchema = z.strictObject({
  kind: z.literal('tool_call'),
  call_id: z.string(),
  name: z.string(),
  input: z.unknown(),
});
const resultSchema = z.strictObject({
  kind: z.literal('tool_result'),
  call_id: z.string(),
  content: z.string(),
});
const messageSchema = z.strictObject({
  role: z.enum(['user', 'assistant']),
  parts: z.array(z.discriminatedUnion('kind', [textSchema, callSchema, resultSchema])),
});

export const FOLLOW_UPS = ['start', 'continue'] as const;

/** What the chat keeps of a turn of ours, in the result of the request. */
const turnMetadataSchema = z.object({
  /** Key of the session. */
  session: z.string(),
  /** Absent where nothing was asked of a model. */
  turn: z.optional(z.string()),
  /** Of the plan when the turn ended; 0: there was none. */
  revision: z.int().check(z.minimum(0)),
  /** What the last request said of plan mode; absent where none was ever sent. */
  planMode: z.optional(z.boolean()),
  /** As they were sent, without any tail: the next request begins with the same bytes. */
  messages: z.array(messageSchema),
  /** So many messages of earlier turns were left out of the requests. */
  leftOut: z._default(z.int().check(z.minimum(0)), 0),
  followUp: z.optional(z.enum(FOLLOW_UPS)),
});
export type TurnMetadata = Readonly<z.infer<typeof turnMetadataSchema>>;

/** Under a name of its own: other things may stand beside it. */
const KEY = 'sessionPlans';

/** Results of tools that are kept of one turn, in UTF-16 units. */
export const MAX_KEPT_RESULTS = 400_000;

const NOT_KEPT = '[This result was too long to be kept.]';

export function toMetadata(turn: TurnMetadata): Record<string, unknown> {
  return { [KEY]: { ...turn, messages: bounded(turn.messages) } };
}

/** Undefined for anything that this build did not write. */
export function readMetadata(metadata: Readonly<Record<string, unknown>> | undefined) {
  return turnMetadataSchema.safeParse(metadata?.[KEY]).data;
}

/** The newest results are kept. */
function bounded(messages: TurnMetadata['messages']): TurnMetadata['messages'] {
  let room = MAX_KEPT_RESULTS;
  return [...messages]
    .reverse()
    .map(({ role, parts }) => ({
      role,
      parts: [...parts]
        .reverse()
        .map((part) => {
          if (part.kind !== 'tool_result') return part;
          room -= part.content.length;
          return room < 0 ? { ...part, content: NOT_KEPT } : part;
        })
        .reverse(),
    }))
    .reverse();
}

/** Whatever else a request may hold is not said by a loop of ours. */
export function keptMessages(messages: readonly ModelMessage[]): TurnMetadata['messages'] {
  return z.array(messageSchema).parse(messages);
}
