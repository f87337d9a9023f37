import { decide } from '../domain/decide';
import { revisionOf } from '../domain/plan';
import { changesPlan, type PlanCommand } from '../domain/planCommand';
import { cancelledError, PlanError } from '../domain/planError';
import type { NewPlanEvent, PlanEventBody } from '../domain/planEvent';
import { CAPABILITIES, type SessionRecord } from '../domain/session';
import { titleFromPlan } from '../domain/sessionTitle';
import { terminalEvent, type ToolOutcome } from '../domain/toolOutcome';
import { toolRefusal, type ToolResult } from '../domain/toolResult';
import { canonicalJson } from './canonicalJson';
import { deepFrozen } from './deepFrozen';
import { Emitter } from './emitter';
import { KeyedQueue } from './keyedQueue';
import type { CommittedChange, PlanReader, SessionSnapshot } from './planReader';
import type {
  EventPage,
  LoadedSession,
  PlanStore,
  SessionCommit,
  SessionFilter,
  SessionKey,
  SessionPage,
} from './planStore';
import { toIsoTime, type CancelSignal, type Clock, type Digest, type Log } from './ports';
import type { CreateSession, SessionCall, SessionOrigin } from './sessionCommand';

/** How often a command is decided again after another writer was first. */
const CONFLICT_TRIES = 8;

export interface PlanServiceOptions {
  /** Resolves the store; called for every operation, so that it opens on first use. */
  readonly store: () => Promise<PlanStore>;
  readonly clock: Clock;
  readonly digest: Digest;
  readonly log: Log;
}

/** The one door to plans: load, decide, append, publish, one command of a session at a time. */
export class PlanService implements PlanReader {
  readonly #store: () => Promise<PlanStore>;
  readonly #clock: Clock;
  readonly #digest: Digest;
  readonly #queue = new KeyedQueue();
  readonly #commits: Emitter<CommittedChange>;

  constructor(options: PlanServiceOptions) {
    this.#store = options.store;
    this.#clock = options.clock;
    this.#digest = options.digest;
    this.#commits = new Emitter(options.log);
  }

  get onDidCommit(): PlanReader['onDidCommit'] {
    return this.#commits.on;
  }

  /**
   * Creates a session, or answers a tool call. A refusal is a result with `isError`; rejections are
   * PlanErrors: `cancelled`, `session_not_found`, `newer_version`, `store_unavailable`, and `retry`
   * after eight lost races. After any of them the stored state is what it was, except after
   * `store_unavailable` with `details.outcome` = `unknown`: then only reading tells.
   */
  execute(command: SessionCall): Promise<ToolResult>;
  execute(command: CreateSession): Promise<void>;
  execute(command: SessionCall | CreateSession): Promise<ToolResult | void> {
    return this.#queue.run(command.session, async () => {
      for (let attempt = 0; attempt < CONFLICT_TRIES; attempt++) {
        const done =
          command.kind === 'create_session'
            ? await this.#create(command)
            : await this.#answer(command);
        if (done !== 'conflict') return done.result;
      }
      throw new PlanError(
        'retry',
        'Other writers changed this session at the same time; nothing was changed by this call.',
      );
    });
  }

  async snapshot(session: SessionKey): Promise<SessionSnapshot | undefined> {
    const loaded = await (await this.#store()).load(session);
    if (!loaded) return undefined;
    const { record, version, problems, readOnly } = loaded;
    const { key, title, coworker, updated, plan } = record;
    return { key, title, coworker, updated, version, plan, problems, readOnly };
  }

  async events(session: SessionKey, after: number, limit: number): Promise<EventPage> {
    return (await this.#store()).events(session, after, limit);
  }

  async list(filter: SessionFilter, page: { limit: number; after?: string }): Promise<SessionPage> {
    return (await this.#store()).list(filter, page);
  }

  /** Resolves when every command given so far has ended; listeners hear nothing afterwards. */
  async dispose(): Promise<void> {
    await this.#queue.idle();
    this.#commits.dispose();
  }

  async #create(command: CreateSession): Promise<{ result: undefined } | 'conflict'> {
    const store = await this.#store();
    if (await store.load(command.session)) return { result: undefined };
    const at = toIsoTime(this.#clock.now());
    const record = newRecord(command.session, command.origin, at);
    const commit: SessionCommit = { record, events: [{ ...sessionCreated(command.origin), at }] };
    const appended = await this.#append(store, undefined, commit, undefined);
    return appended ? { result: undefined } : 'conflict';
  }

  async #answer(call: SessionCall): Promise<{ result: ToolResult } | 'conflict'> {
    const store = await this.#store();
    const loaded = await store.load(call.session);
    if (!loaded && call.kind === 'hosted_call') {
      throw new PlanError('session_not_found', 'There is no such session.');
    }
    const replayed = loaded && (await this.#replay(store, call, loaded));
    if (replayed) return { result: replayed };
    if (call.signal?.cancelled) throw cancelledError();

    if (loaded?.readOnly && changesPlan(call.command)) throw readOnly();
    const outcome = decide(loaded?.record.plan ?? null, call.command, call);
    if (loaded?.readOnly || !leavesTrace(call, loaded, outcome)) return { result: outcome.result };

    const commit = this.#commitOf(call, loaded, outcome);
    const appended = await this.#append(store, loaded, commit, call.signal);
    return appended ? { result: outcome.result } : 'conflict';
  }

  /** The recorded answer of a call id that was seen before (FC.22), or the refusal of its reuse. */
  async #replay(
    store: PlanStore,
    { session, call_id, command }: SessionCall,
    loaded: LoadedSession,
  ): Promise<ToolResult | undefined> {
    const recorded = await store.recordedCall(session, call_id);
    if (!recorded) return undefined;
    const same = recorded.name === command.name && recorded.input === this.#identify(command.input);
    if (same) return recorded.result;
    return toolRefusal(
      'This call id was already used with another input. Nothing was changed; make a new call with its own id.',
      { error: 'call_id_reused', revision: revisionOf(loaded.record.plan) },
    );
  }

  /** Equal JSON is the same input, in whatever order its keys came; a digest, because a refused input may be huge. */
  #identify(input: PlanCommand['input']): string {
    return this.#digest(canonicalJson(input));
  }

  #commitOf(
    call: SessionCall,
    loaded: LoadedSession | undefined,
    outcome: ToolOutcome,
  ): SessionCommit {
    const at = toIsoTime(this.#clock.now());
    const { turn_id, call_id, command } = call;
    const bodies: PlanEventBody[] = [terminalEvent(command.name, call_id, outcome)];
    let record = loaded?.record;
    if (!record) {
      if (call.kind !== 'guest_call')
        throw new Error('A hosted session is made by create_session.');
      record = newRecord(call.session, call.origin, at);
      bodies.unshift(sessionCreated(call.origin));
    }
    return {
      record: outcome.plan
        ? {
            ...record,
            title: record.title || titleFromPlan(outcome.plan),
            plan: outcome.plan,
            updated: at,
          }
        : record,
      events: bodies.map((body): NewPlanEvent => ({ ...body, turn_id, call_id, at })),
      call: {
        call_id,
        name: command.name,
        input: this.#identify(command.input),
        result: outcome.result,
      },
    };
  }

  async #append(
    store: PlanStore,
    loaded: LoadedSession | undefined,
    commit: SessionCommit,
    signal: CancelSignal | undefined,
  ): Promise<boolean> {
    const session = commit.record.key;
    const outcome = await store.append(session, loaded?.generation ?? 0, commit, signal);
    if (outcome.kind === 'conflict') return false;
    const { events, problems } = outcome;
    this.#commits.fire(deepFrozen({ session, record: commit.record, events, problems }));
    return true;
  }
}

function leavesTrace(
  call: SessionCall,
  loaded: LoadedSession | undefined,
  outcome: ToolOutcome,
): boolean {
  if (call.kind === 'hosted_call' || outcome.plan) return true;
  return loaded !== undefined && outcome.result.isError;
}

function readOnly(): PlanError {
  return new PlanError('newer_version', 'The session was made by a newer version.');
}

function sessionCreated(origin: SessionOrigin): PlanEventBody {
  return { type: 'session_created', data: { coworker: origin.coworker } };
}

function newRecord(key: SessionKey, origin: SessionOrigin, at: string): SessionRecord {
  const { coworker, configuration, workspace } = origin;
  return {
    key,
    coworker,
    title: '',
    ...(workspace === undefined ? {} : { workspace }),
    created: at,
    updated: at,
    required_capabilities: [...CAPABILITIES],
    configuration,
    plan: null,
  };
}
