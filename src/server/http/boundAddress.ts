import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import { isLoopback } from '../../host/servers/loopback';
import { Problem } from './problem';

/** Where the server listens. */
export interface BoundAddress {
  readonly host: string;
  readonly port: number;
}

export function urlOf({ host, port }: BoundAddress): string {
  return `http://${isIP(host) === 6 ? `[${host}]` : host}:${String(port)}`;
}

/**
 * Throws 403 for what a page in a browser sends: a name that was made to lead here, or an origin that is
 * not this server, which serves no pages.
 */
export function assertNoPage({ headers }: IncomingMessage, bound: BoundAddress): void {
  const { host = '', origin } = headers;
  if (!isOurs(host, bound)) throw new Problem(403, 'The Host of the request is not this server.');
  if (origin !== undefined && origin !== `http://${host}`) {
    throw new Problem(403, 'Pages of other origins are not answered.');
  }
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'none' && site !== 'same-origin') {
    throw new Problem(403, 'Pages of other sites are not answered.');
  }
}

const HOST = /^(?:\[(?<six>[0-9a-f:.]+)\]|(?<name>[^:[\]]+))(?::(?<port>\d+))?$/i;

/** A Host that is an address cannot be a name that somebody pointed here; a name has to be the bound one. */
function isOurs(given: string, { host, port }: BoundAddress): boolean {
  const asked = HOST.exec(given)?.groups;
  if (!asked || Number(asked['port'] ?? 80) !== port) return false;
  const name = (asked['six'] ?? asked['name'] ?? '').toLowerCase();
  if (name === host.toLowerCase()) return true;
  return isLoopback(host) ? isLoopback(name) : isIP(name) !== 0;
}
