import * as z from 'zod/mini';
import type { SessionServer } from '../sessionServer';
import { cursorSchema, limitSchema, parsedParams } from '../../protocol/wireValues';

/** What a method needs of the connection that it was called on. */
export interface MethodContext {
  readonly server: SessionServer;
  readonly serverInfo: { readonly name: string; readonly version: string };
  readonly coworkers: readonly object[];
  /** Follows a session; events go out behind the answer to the request. Resolves to the snapshot. */
  attach(session: string, after: number | undefined): Promise<object>;
  detach(session: string): void;
}

export interface Method {
  /** The session that it is about, whose requests are answered in order; throws what is wrong with the parameters. */
  readonly prepare: (params: unknown) => PreparedCall;
}

export interface PreparedCall {
  readonly session: string | undefined;
  /** It withdraws what runs, so it does not wait for it. */
  readonly atOnce: boolean;
  readonly run: (context: MethodContext) => Promise<object | null>;
}

const session = z.string().check(z.minLength(1));
const id = z.string().check(z.minLength(1));
const inSession = { sessionId: session } as const;
const inTurn = { sessionId: session, turnId: id } as const;

function method<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
  run: (
    context: MethodContext,
    params: z.infer<z.ZodMiniObject<Shape, z.core.$strict>>,
  ) => Promise<object | null>,
  atOnce = false,
): Method {
  const schema = z.strictObject(shape);
  return {
    prepare: (given) => {
      const params = parsedParams(schema, given) as z.infer<z.ZodMiniObject<Shape, z.core.$strict>>;
      const { sessionId } = params as { sessionId?: string };
      return { session: sessionId, atOnce, run: (context) => run(context, params) };
    },
  };
}

/** Every method of the protocol (server.md), by its name. */
export const METHODS: ReadonlyMap<string, Method> = new Map([
  [
    'initialize',
    method({ clientInfo: z.optional(z.unknown()) }, async ({ serverInfo, coworkers }) => ({
      serverInfo,
      capabilities: { durable_plans: true },
      coworkers,
    })),
  ],
  [
    'session/create',
    method({ coworker: id, title: z.optional(z.string()) }, ({ server }, { coworker, title }) =>
      server.createFor(coworker, title),
    ),
  ],
  [
    'session/list',
    method({ limit: limitSchema, after: z.optional(z.string()) }, ({ server }, { limit, after }) =>
      server.list(limit, after),
    ),
  ],
  [
    'session/snapshot',
    method(inSession, ({ server }, { sessionId }) => server.snapshot(sessionId)),
  ],
  [
    'session/attach',
    method({ ...inSession, after: z.optional(cursorSchema) }, (context, { sessionId, after }) =>
      context.attach(sessionId, after === undefined ? undefined : Number(after)),
    ),
  ],
  [
    'session/detach',
    method(inSession, async (context, { sessionId }) => {
      context.detach(sessionId);
      return {};
    }),
  ],
  [
    'event/read',
    method(
      { ...inSession, after: cursorSchema, limit: limitSchema },
      ({ server }, { sessionId, after, limit }) => server.events(sessionId, Number(after), limit),
    ),
  ],
  [
    'turn/start',
    method(inSession, async ({ server }, { sessionId }) => ({
      turnId: await server.beginTurn(sessionId),
    })),
  ],
  ['turn/end', endMethod('completed')],
  ['turn/cancel', endMethod('cancelled')],
  ['tool/list', method(inSession, ({ server }, { sessionId }) => server.tools(sessionId))],
  [
    'tool/call',
    method(
      { ...inTurn, callId: id, name: id, arguments: z.optional(z.unknown()) },
      ({ server }, { sessionId, ...call }) => server.call(sessionId, call),
    ),
  ],
  [
    'model/boundary',
    method(
      { ...inTurn, requestId: z.optional(id) },
      ({ server }, { sessionId, turnId, requestId }) =>
        server.boundary(sessionId, turnId, requestId),
    ),
  ],
  [
    'session.planMode',
    method(inSession, ({ server }, { sessionId }) => server.planMode(sessionId)),
  ],
  [
    'session.setPlanMode',
    method({ ...inSession, active: z.boolean() }, ({ server }, { sessionId, active }) =>
      server.setPlanMode(sessionId, active),
    ),
  ],
]);

function endMethod(outcome: 'completed' | 'cancelled'): Method {
  return method(
    inTurn,
    async ({ server }, { sessionId, turnId }) => {
      await server.endTurn(sessionId, turnId, outcome);
      return {};
    },
    outcome === 'cancelled',
  );
}
