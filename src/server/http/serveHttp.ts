import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PlanError } from '../../domain/planError';
import { codeOf } from '../../service/platformError';
import type { Log } from '../../service/ports';
import { SessionServer, type SessionServerOptions } from '../sessionServer';
import { assertNoPage, urlOf, type BoundAddress } from './boundAddress';
import { Problem, sendProblem, toProblem } from './problem';
import { answerRoute } from './routes';
import type { Tokens } from './tokens';

export interface HttpOptions extends SessionServerOptions {
  readonly address: BoundAddress;
  readonly tokens: Tokens;
  readonly log: Log;
  readonly onListening: (url: string) => void;
  readonly stopped: Promise<void>;
}

/** Serves until it is stopped; resolves when what was begun is answered. Rejects where it cannot listen. */
export async function serveHttp(options: HttpOptions): Promise<void> {
  const { address, log, stopped } = options;
  const sessions = new SessionServer(options);
  let bound = address;
  const server = createServer({ requestTimeout: 30_000, headersTimeout: 10_000 });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    answer(request, response, sessions, bound, options).catch((error: unknown) => {
      sendProblem(response, toProblem(error, log));
    });
  });
  await listen(server, address);
  bound = { ...address, port: (server.address() as AddressInfo).port };
  options.onListening(urlOf(bound));
  await stopped;
  const closed = once(server, 'close');
  server.close();
  // Streams never end by themselves; requests that are being answered do.
  server.closeIdleConnections();
  setTimeout(() => {
    server.closeAllConnections();
  }, 1_000).unref();
  await closed;
}

/** Rejects with `invalid_configuration` where the address is taken, or none of this machine. */
async function listen(server: Server, address: BoundAddress): Promise<void> {
  const listening = once(server, 'listening');
  server.listen(address.port, address.host);
  try {
    await listening;
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined) throw error;
    throw new PlanError(
      'invalid_configuration',
      `The server cannot listen at ${urlOf(address)}: ${code}.`,
      { details: { place: '--http' }, cause: error },
    );
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  server: SessionServer,
  bound: BoundAddress,
  { tokens }: HttpOptions,
): Promise<void> {
  assertNoPage(request, bound);
  const url = urlFrom(request, bound);
  if (url.pathname === '/healthz') {
    if (request.method !== 'GET')
      throw new Problem(405, 'Only GET is possible here.', { allow: 'GET' });
    response.writeHead(200, { 'content-type': 'text/plain' }).end('ok\n');
    return;
  }
  const [, token] = /^Bearer +([^\s]+) *$/i.exec(request.headers.authorization ?? '') ?? [];
  const access = token === undefined ? undefined : tokens.accessOf(token);
  if (!access) {
    throw new Problem(401, 'A token is needed: Authorization: Bearer TOKEN.', {
      'www-authenticate': 'Bearer',
    });
  }
  await answerRoute({ request, response, url, access, server });
}

/** Of the path and query as they came; nothing in a path leads up or elsewhere. */
function urlFrom(request: IncomingMessage, bound: BoundAddress): URL {
  const given = request.url ?? '';
  if (given.startsWith('/') && !given.startsWith('//')) {
    const url = new URL(given, urlOf(bound));
    if (url.pathname === given.split(/[?#]/)[0]) return url;
  }
  throw new Problem(400, 'The path makes no sense.');
}
