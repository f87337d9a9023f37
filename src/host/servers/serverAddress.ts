import { PlanError } from '../../domain/planError';
import { type Sentence, sentence } from '../../domain/sentence';
import type { ServerStoreKind } from '../hostStore';
import { isLoopback } from './loopback';

/** Who may read along on the way to the server. */
export type Tls = 'off' | 'checked' | 'unchecked';

/** Where a store on a server is, as a connection string says it. */
export interface ServerAddress {
  readonly kind: ServerStoreKind;
  readonly host: string;
  readonly port: number;
  /** Undefined: whoever the driver takes where none is named. */
  readonly user: string | undefined;
  readonly password: string | undefined;
  /** The name of a database, or its number. */
  readonly database: string | undefined;
  readonly tls: Tls;
  /** Whose certificates are trusted beside those that the platform trusts. */
  readonly caFile: string | undefined;
}

interface Scheme {
  readonly kind: ServerStoreKind;
  readonly port: number;
  readonly tls?: Tls;
}

const SCHEMES: Readonly<Record<string, Scheme>> = {
  'postgres:': { kind: 'postgres', port: 5432 },
  'postgresql:': { kind: 'postgres', port: 5432 },
  'redis:': { kind: 'redis', port: 6379, tls: 'off' },
  'rediss:': { kind: 'redis', port: 6379, tls: 'checked' },
};

/** As PostgreSQL names them; here everything but the two that say otherwise has the certificate checked. */
const SSL_MODES: Readonly<Record<string, Tls>> = {
  disable: 'off',
  'no-verify': 'unchecked',
  require: 'checked',
  'verify-ca': 'checked',
  'verify-full': 'checked',
};
const PARAMETERS = ['sslmode', 'sslrootcert', 'channel_binding'];

/** The kind of store that the address is for; undefined where it is for none on a server. */
export function serverKindOf(text: string): ServerStoreKind | undefined {
  return SCHEMES[/^[a-z]+:/i.exec(text.trim())?.[0].toLowerCase() ?? '']?.kind;
}

/** Throws `invalid_input`, which tells nothing of what stands in the text but names. */
export function parseServerAddress(text: string): ServerAddress {
  const url = urlOf(text);
  const scheme = SCHEMES[url.protocol];
  if (!scheme || !/^[a-z]+:\/\//i.test(text.trim())) throw noAddress();
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (host === '') throw refused(sentence`The connection string names no host.`);
  const unknown = [...url.searchParams.keys()].find((name) => !PARAMETERS.includes(name));
  if (unknown !== undefined)
    throw refused(
      sentence`Nothing is known here of ${unknown}; what can be set is ${PARAMETERS.join(', ')}.`,
    );
  const database = decoded(url.pathname.slice(1));
  if (scheme.kind === 'redis' && !/^\d*$/.test(database ?? ''))
    throw refused(sentence`The databases of Redis have numbers.`);
  const port = url.port === '' ? scheme.port : Number(url.port);
  return {
    ...{ kind: scheme.kind, host, port, tls: tlsOf(url, scheme, host) },
    user: decoded(url.username),
    password: decoded(url.password),
    ...{ database },
    caFile: url.searchParams.get('sslrootcert') ?? undefined,
  };
}

/** To be shown: everything that is no secret. */
export function shownAddress(text: string): string {
  const url = urlOf(text);
  url.password = '';
  return url.toString();
}

/** The same address with another way there. */
export function withTls(text: string, tls: Tls, caFile?: string): string {
  const url = urlOf(text);
  const mode = { off: 'disable', checked: 'verify-full', unchecked: 'no-verify' }[tls];
  url.searchParams.delete('sslrootcert');
  url.searchParams.delete('sslmode');
  if (SCHEMES[url.protocol]?.kind === 'redis') {
    const rest = url.toString().replace(/^rediss?:/, tls === 'off' ? 'redis:' : 'rediss:');
    return tls === 'unchecked' || caFile !== undefined ? withQuery(rest, mode, caFile) : rest;
  }
  return withQuery(url.toString(), mode, caFile);
}

/** The password of the surroundings, where the address has none. */
export function withPassword(text: string, password: string | undefined): string {
  const url = urlOf(text);
  if (password === undefined || url.password !== '') return text;
  url.password = encodeURIComponent(password);
  return url.toString();
}

function withQuery(text: string, mode: string, caFile: string | undefined): string {
  const url = new URL(text);
  url.searchParams.set('sslmode', mode);
  if (caFile !== undefined) url.searchParams.set('sslrootcert', caFile);
  return url.toString();
}

/** Encrypted and checked unless the address says otherwise or leaves no machine. */
function tlsOf({ searchParams }: URL, { tls }: Scheme, host: string): Tls {
  const mode = searchParams.get('sslmode');
  if (mode === null) return tls ?? (isLoopback(host) ? 'off' : 'checked');
  const asked = Object.hasOwn(SSL_MODES, mode) ? SSL_MODES[mode] : undefined;
  if (asked === undefined)
    throw refused(
      sentence`The sslmode of a connection string is one of these: ${Object.keys(SSL_MODES).join(', ')}.`,
    );
  if (tls !== undefined && (tls === 'off') !== (asked === 'off'))
    throw refused(
      sentence`For TLS the connection string begins with rediss, without it with redis.`,
    );
  return asked;
}

function urlOf(text: string): URL {
  try {
    return new URL(text.trim());
  } catch {
    // What it says of the text may have the password in it.
    throw noAddress();
  }
}

function decoded(part: string): string | undefined {
  if (part === '') return undefined;
  try {
    return decodeURIComponent(part);
  } catch {
    // Written as it is, with a per cent sign of its own.
    return part;
  }
}

function noAddress(): PlanError {
  return refused(
    sentence`This is no connection string, such as postgres://user:password@host:5432/database or rediss://user:password@host:6379; characters like / and # in a password are written as %2F and %23.`,
  );
}

function refused(said: Sentence): PlanError {
  return new PlanError('invalid_input', said satisfies Sentence);
}
