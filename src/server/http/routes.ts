import type { IncomingMessage, ServerResponse } from 'node:http';
import * as z from 'zod/mini';
import type { SessionServer } from '../sessionServer';
import { cursorSchema, limitSchema, parsedParams } from '../../protocol/wireValues';
import { streamEvents } from './eventStream';
import { jsonBody } from './jsonBody';
import { noSuchSession, Problem } from './problem';
import type { Access } from './tokens';

/** One request of somebody who has shown a token. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly access: Access;
  readonly server: SessionServer;
}

type Handler = (exchange: Exchange, session: string) => Promise<void>;

interface Route {
  readonly path: RegExp;
  readonly methods: Readonly<Record<string, Handler>>;
}

const modeSchema = z.strictObject({ active: z.boolean() });
const listSchema = z.strictObject({
  limit: z.optional(z.pipe(z.string().check(z.regex(/^\d{1,6}$/)), z.transform(Number))),
  after: z.optional(z.string()),
});
const streamSchema = z.strictObject({ after: z.optional(cursorSchema) });

/** All there is (server.md); none of them edits a plan. */
const ROUTES: readonly Route[] = [
  { path: /^\/sessions$/, methods: { GET: list } },
  { path: /^\/sessions\/([^/]+)$/, methods: { GET: snapshot } },
  { path: /^\/sessions\/([^/]+)\/events$/, methods: { GET: events } },
  { path: /^\/sessions\/([^/]+)\/plan-mode$/, methods: { GET: planMode, PUT: setPlanMode } },
];

/** Throws a Problem, or rejects with a PlanError. */
export async function answerRoute(exchange: Exchange): Promise<void> {
  const { request, url, access } = exchange;
  for (const { path, methods } of ROUTES) {
    const found = path.exec(url.pathname);
    if (!found) continue;
    const session = found[1] === undefined ? '' : decoded(found[1]);
    // Before anything else is told of it: to this token there is no such session.
    if (session !== '' && !access.mayRead(session)) throw noSuchSession();
    const method = request.method ?? '';
    const handler = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (handler) return handler(exchange, session);
    throw new Problem(405, `${method} is not possible here.`, {
      allow: Object.keys(methods).join(', '),
    });
  }
  throw new Problem(404, 'There is nothing at this path.');
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Problem(400, 'The path is not encoded as paths are.');
  }
}

/** Throws `invalid_input`; a parameter that comes twice is wrong, too. */
function query<T>(url: URL, schema: z.ZodMiniType<T>): T {
  const entries = [...url.searchParams];
  const names = entries.map(([name]) => name);
  if (new Set(names).size < names.length) throw new Problem(400, 'A parameter comes twice.');
  return parsedParams(schema, Object.fromEntries(entries));
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify(value));
}

async function list({ server, access, response, url }: Exchange): Promise<void> {
  const { limit: given, after } = query(url, listSchema);
  const limit = parsedParams(z.strictObject({ limit: limitSchema }), { limit: given }).limit;
  const { readable } = access;
  // Few, and named by whoever gave the token: all of them at once, so that no page tells of others.
  sendJson(response, await (readable ? server.listOf(readable) : server.list(limit, after)));
}

async function snapshot({ server, response, url }: Exchange, session: string): Promise<void> {
  query(url, z.strictObject({}));
  sendJson(response, await server.snapshot(session));
}

async function events(exchange: Exchange, session: string): Promise<void> {
  const { server, request, response, url } = exchange;
  const { after: asked } = query(url, streamSchema);
  const { after } = parsedParams(streamSchema, {
    after: request.headers['last-event-id'] ?? asked,
  });
  const attachment = await server.attach(session, after === undefined ? undefined : Number(after));
  await streamEvents(response, attachment);
}

async function planMode({ server, response, url }: Exchange, session: string): Promise<void> {
  query(url, z.strictObject({}));
  sendJson(response, await server.planMode(session));
}

async function setPlanMode(exchange: Exchange, session: string): Promise<void> {
  const { server, request, response, access, url } = exchange;
  query(url, z.strictObject({}));
  if (!access.mayPrompt(session)) {
    throw new Problem(403, 'This token may read the session and not prompt in it.');
  }
  const { active } = parsedParams(modeSchema, await jsonBody(request));
  sendJson(response, await server.setPlanMode(session, active));
}
