import { parseArgs, type ParseArgsConfig } from 'node:util';
import { codeOf } from '../service/platformError';
import { isLoopback } from '../host/servers/loopback';
import { STORE_ADDRESSES } from './storeAddress';

/** What a person or a program asks the server to be. */
export type ServerCommand =
  | { readonly kind: 'help' }
  | { readonly kind: 'version' }
  | ({ readonly kind: 'stdio' } & Places)
  | ({
      readonly kind: 'http';
      readonly host: string;
      readonly port: number;
      /** A file. */
      readonly tokens: string;
    } & Places)
  | ({
      readonly kind: 'mcp';
      /** As a person names it; undefined: the conversation of the host. */
      readonly session: string | undefined;
      readonly coworker: string | undefined;
    } & Places)
  | {
      readonly kind: 'maintenance';
      readonly verb: MaintenanceVerb;
      /** Undefined: all of them. */
      readonly session: string | undefined;
      readonly store: string | undefined;
      readonly format: ExportFormat;
      readonly out: string | undefined;
    };

/** Where a server has its plans from, and whose they are. */
export interface Places {
  readonly store: string | undefined;
  readonly coworkers: string | undefined;
  /** A file. */
  readonly spec: string | undefined;
}

const VERBS = ['inspect', 'export', 'compact', 'verify'] as const;
export type MaintenanceVerb = (typeof VERBS)[number];
const FORMATS = ['json', 'markdown'] as const;
export type ExportFormat = (typeof FORMATS)[number];

export const USAGE = `Usage:
  session-plans --stdio [--store URL] [--coworkers DIR] [--spec FILE]
      Serves planned sessions as JSON-RPC 2.0, one JSON object a line.
  session-plans --http HOST:PORT --tokens FILE [--allow-remote] [--store URL] [--coworkers DIR]
                [--spec FILE]
      Shows sessions and their events over HTTP; port 0 takes a free one.
  session-plans --mcp [--session NAME] [--coworker ID] [--coworkers DIR] [--spec FILE] [--store URL]
      Gives an agent the planning tools over MCP, one conversation a process.
  session-plans inspect SESSION|--all [--store URL]
  session-plans verify  SESSION|--all [--store URL]
  session-plans compact SESSION|--all [--store URL]
  session-plans export  SESSION|--all [--format json|markdown] [--out DIR] [--store URL]
      Looks after stored plans, beside whatever else uses them.
  session-plans --help | --version

  --store URL      ${STORE_ADDRESSES};
                   without it SESSION_PLANS_STORE of the environment, else the data folder of the user.
                   SESSION_PLANS_STORE_PASSWORD is the password of an address that has none.
  --coworkers DIR  every DIR/ID/manifest.md describes a coworker
  --spec FILE      the Planning of an agent spec, in YAML or JSON: a coworker named spec, its session and store
  --tokens FILE    { "TOKEN": { "read": ["*" or session ids], "prompt": [...] } }, for its owner alone
  --allow-remote   other machines may connect, too

Exit codes: 0 all is well, 1 something is damaged or failed, 2 wrong arguments or a store that cannot be read.
`;

/** Arguments that make no sense; the message is one sentence for whoever typed them. */
export class UsageError extends Error {}

const OPTIONS = {
  stdio: { type: 'boolean' },
  http: { type: 'string' },
  tokens: { type: 'string' },
  mcp: { type: 'boolean' },
  session: { type: 'string' },
  coworker: { type: 'string' },
  'allow-remote': { type: 'boolean' },
  store: { type: 'string' },
  coworkers: { type: 'string' },
  spec: { type: 'string' },
  all: { type: 'boolean' },
  format: { type: 'string' },
  out: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const satisfies ParseArgsConfig['options'];

type OptionName = keyof typeof OPTIONS;

const PLACES = ['store', 'coworkers', 'spec'] as const;

/** Throws `UsageError`. */
export function parseCommandLine(args: readonly string[]): ServerCommand {
  const { values, positionals } = parsed(args);
  if (values.help) return { kind: 'help' };
  if (values.version) return { kind: 'version' };
  const given = Object.keys(values) as OptionName[];
  const { store, coworkers, spec, all = false, out } = values;
  const places = { store, coworkers, spec };
  const only = (subject: string, ...allowed: OptionName[]) => {
    const wrong = given.find((name) => !allowed.includes(name));
    if (wrong) throw new UsageError(`--${wrong} does not belong to ${subject}.`);
  };
  if (values.http !== undefined) {
    only('--http', 'http', ...PLACES, 'tokens', 'allow-remote');
    refuseExtra(positionals);
    const address = addressOf(values.http, values['allow-remote'] ?? false);
    if (values.tokens === undefined) throw new UsageError('--http needs --tokens FILE.');
    return { kind: 'http', ...address, tokens: values.tokens, ...places };
  }
  if (values.mcp) {
    only('--mcp', 'mcp', ...PLACES, 'session', 'coworker');
    refuseExtra(positionals);
    const { session, coworker } = values;
    if (session?.trim() === '') throw new UsageError('--session takes a name.');
    return { kind: 'mcp', session, coworker, ...places };
  }
  if (values.stdio) {
    only('--stdio', 'stdio', ...PLACES);
    refuseExtra(positionals);
    return { kind: 'stdio', ...places };
  }
  const [word, session, ...more] = positionals;
  const verb = VERBS.find((known) => known === word);
  if (!verb) {
    throw new UsageError(
      word === undefined
        ? 'Say what to do: --stdio, --http, --mcp, or one of the verbs.'
        : `There is no verb ${word}.`,
    );
  }
  only(verb, 'store', 'all', ...(verb === 'export' ? (['format', 'out'] as const) : []));
  if (more[0] !== undefined) throw new UsageError(`One session at a time; ${more[0]} is too much.`);
  if (all === (session !== undefined)) throw new UsageError(`Name one session, or say --all.`);
  const format = FORMATS.find((known) => known === (values.format ?? 'json'));
  if (!format) throw new UsageError(`--format is ${FORMATS.join(' or ')}.`);
  return { kind: 'maintenance', verb, session, store, format, out };
}

function refuseExtra([extra]: readonly string[]): void {
  if (extra !== undefined) throw new UsageError(`Nobody knows what ${extra} is here.`);
}

const ADDRESS = /^(?:\[(?<six>[0-9a-f:.]+)\]|(?<host>[^:]+)):(?<port>\d{1,5})$/i;

function addressOf(text: string, allowRemote: boolean): { host: string; port: number } {
  const { six, host = '', port = '' } = ADDRESS.exec(text)?.groups ?? {};
  const name = six ?? host;
  if (name === '' || Number(port) > 65_535) {
    throw new UsageError('--http takes HOST:PORT, such as 127.0.0.1:0 or [::1]:8080.');
  }
  if (!allowRemote && !isLoopback(name)) {
    throw new UsageError(
      `${name} can be reached from other machines: say --allow-remote if that is meant.`,
    );
  }
  return { host: name, port: Number(port) };
}

function parsed(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    if (codeOf(error)?.startsWith('ERR_PARSE_ARGS') !== true) throw error;
    throw new UsageError((error as Error).message, { cause: error });
  }
}
