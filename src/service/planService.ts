import { PlanError } from '../domain/planError';
import { toPlanModeState } from '../domain/planMode';
import type { ToolResult } from '../domain/toolResult';
import { CallQueue } from './callQueue';
import { decideCall, type CallPorts } from './decideCall';
import { decidePin, decideRename } from './decideMetadata';
import { decideBegin, decideCreate, decideEnd } from './decideTurn';
import { deepFrozen } from './deepFrozen';
import { Emitter } from './emitter';
import { KeyedQueue } from './keyedQueue';
import type { CommittedChange, PlanReader, SessionSnapshot } from './planReader';
import type {
  AppendOutcome,
  EventPage,
  LoadedSession,
  PlanStore,
  SessionFilter,
  SessionKey,
  SessionPage,
  SessionSummary,
} from './planStore';
import { NEVER_CANCELLED, type CancelSignal, type Disposable, type Log } from './ports';
import type { BeginTurn, SessionCall, SessionCommand, SilentCommand } from './sessionCommand';
import type { SessionDecision } from './sessionDecision';
import { summaryOf } from './sessionSummary';
import { toStepsChanged, type StepsChanged } from './stepChanges';
import { turnState } from './turnFence';

/** How often a command is decided again after another writer was first. */
const CONFLICT_TRIES = 8;

export interface PlanServiceOptions extends CallPorts {
  /** Resolves the store; called for every operation, so that it opens on first use. */
  readonly store: () => Promise<PlanStore>;
  readonly log: Log;
}

type Result = ToolResult | string | undefined;

/** The one door to plans: load, decide, append, publish, one command of a session at a time. */
export class PlanService implements PlanReader {
  readonly #ports: PlanServiceOptions;
  readonly #queue = new KeyedQueue();
  readonly #calls = new CallQueue();
  readonly #commits: Emitter<CommittedChange>;
  readonly #steps: Emitter<StepsChanged>;
  readonly #elsewhere: Emitter<SessionKey>;
  /** Sessions that this service is writing, and whether the store told of them meanwhile. */
  readonly #writing = new Map<SessionKey, { told: boolean }>();
  #watched: { readonly store: PlanStore; readonly watch: Disposable } | undefined;

  constructor(options: PlanServiceOptions) {
    this.#ports = options;
    this.#commits = new Emitter(options.log);
    this.#steps = new Emitter(options.log);
    this.#elsewhere = new Emitter(options.log);
  }

  get onDidCommit(): PlanReader['onDidCommit'] {
    return this.#commits.on;
  }

  get onDidChangeElsewhere(): PlanReader['onDidChangeElsewhere'] {
    return this.#elsewhere.on;
  }

  /** Steps that accepted calls of this process changed, after each commit, in order per session. */
  get onDidChangeSteps(): Emitter<StepsChanged>['on'] {
    return this.#steps.on;
  }

  /**
   * Answers a tool call, creates a session, begins or ends a turn. A refusal is a result with
   * `isError`; rejections are PlanErrors: `cancelled`, `turn_not_current`, `unknown_tool`,
   * `session_not_found`, `newer_version`, `store_unavailable`, and `retry` after eight lost races.
   * After any of them the stored state is what it was, except after `store_unavailable` with
   * `details.outcome` = `unknown`: then only reading tells.
   */
  execute(command: SessionCall): Promise<ToolResult>;
  execute(command: BeginTurn): Promise<string>;
  execute(command: SilentCommand): Promise<void>;
  execute(command: SessionCommand): Promise<Result | void> {
    const { session } = command;
    // Before it takes its place in the queue: what waits there, or runs, must not commit any more.
    if (command.kind === 'begin_turn') this.#calls.withdraw(session);
    if (command.kind === 'end_turn' && command.outcome === 'cancelled') {
      this.#calls.withdraw(session, command.turn_id);
    }
    const run = (signal: CancelSignal) =>
      this.#queue.run(session, () => this.#untilSettled(command, signal));
    if (command.kind === 'hosted_call') return this.#calls.run(session, command, run);
    return run((command.kind === 'guest_call' && command.signal) || NEVER_CANCELLED);
  }

  async snapshot(session: SessionKey): Promise<SessionSnapshot | undefined> {
    const loaded = await (await this.#store()).load(session);
    if (!loaded) return undefined;
    const { record, version, problems, readOnly } = loaded;
    const { key, title, coworker, updated, plan, turn, configuration } = record;
    const { plan_mode, approved = null, pinned = false } = record;
    const { clock, process } = this.#ports;
    return {
      ...{ key, title, coworker, updated, version, problems, readOnly, approved, pinned },
      planMode: toPlanModeState(plan_mode),
      ...(configuration.planning && { plan }),
      turn: turn ? { turn_id: turn.turn_id, state: turnState(turn, process, clock.now()) } : null,
    };
  }

  async summary(session: SessionKey): Promise<SessionSummary | undefined> {
    const loaded = await (await this.#store()).load(session);
    return loaded && summaryOf(loaded.record);
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
    this.#watched?.watch.dispose();
    this.#commits.dispose();
    this.#steps.dispose();
    this.#elsewhere.dispose();
  }

  /** The store, listened to from its first use on. */
  async #store(): Promise<PlanStore> {
    const store = await this.#ports.store();
    if (store === this.#watched?.store) return store;
    this.#watched?.watch.dispose();
    const watch = store.watch((session) => {
      const writing = this.#writing.get(session);
      if (writing) writing.told = true;
      else this.#elsewhere.fire(session);
    });
    this.#watched = { store, watch };
    return store;
  }

  async #untilSettled(command: SessionCommand, signal: CancelSignal): Promise<Result> {
    const store = await this.#store();
    for (let attempt = 0; attempt < CONFLICT_TRIES; attempt++) {
      const loaded = await store.load(command.session);
      const decision = await this.#decide(store, loaded, command, signal);
      if (decision.kind === 'answer' || (await this.#append(store, loaded, decision))) {
        return decision.result;
      }
    }
    throw new PlanError(
      'retry',
      'Other writers changed this session at the same time; nothing was changed by this call.',
    );
  }

  async #decide(
    store: PlanStore,
    loaded: LoadedSession | undefined,
    command: SessionCommand,
    signal: CancelSignal,
  ): Promise<SessionDecision<Result>> {
    switch (command.kind) {
      case 'create_session':
        return decideCreate(this.#ports, loaded, command);
      case 'begin_turn':
        return decideBegin(this.#ports, loaded);
      case 'end_turn':
        return decideEnd(this.#ports, loaded, command);
      case 'rename_session':
        return decideRename(loaded, command);
      case 'pin_session':
        return decidePin(loaded, command);
      case 'hosted_call':
      case 'guest_call':
        return decideCall(this.#ports, store, loaded, command, signal);
    }
  }

  /** True once it is durable and told; false when another writer was first. */
  async #append(
    store: PlanStore,
    loaded: LoadedSession | undefined,
    { commit, signal }: Extract<SessionDecision<Result>, { kind: 'commit' }>,
  ): Promise<boolean> {
    const session = commit.record.key;
    const outcome = await this.#written(session, () =>
      store.append(session, loaded?.generation ?? 0, commit, signal),
    );
    if (outcome.kind === 'conflict') return false;
    const { events, problems } = outcome;
    const before = loaded?.record.plan ?? null;
    const change = deepFrozen({ session, record: commit.record, before, events, problems });
    this.#commits.fire(change);
    const steps = toStepsChanged(change);
    if (steps) this.#steps.fire(deepFrozen(steps));
    return true;
  }

  /** What the store tells meanwhile is this very write; where it came to nothing, it is another one's. */
  async #written(
    session: SessionKey,
    append: () => Promise<AppendOutcome>,
  ): Promise<AppendOutcome> {
    const writing = { told: false };
    this.#writing.set(session, writing);
    let appended = false;
    try {
      const outcome = await append();
      appended = outcome.kind === 'appended';
      return outcome;
    } finally {
      this.#writing.delete(session);
      if (writing.told && !appended) this.#elsewhere.fire(session);
    }
  }
}
