import { PlanError } from '../domain/planError';
import type { PlanModeState } from '../domain/planMode';
import type { SessionConfiguration } from '../domain/session';
import type { ToolResult } from '../domain/toolResult';
import { CallQueue } from './callQueue';
import type { CallPorts } from './decideCall';
import { type CommandResult, decideCommand } from './decideCommand';
import type { ReviewRequest } from './decideReview';
import { deepFrozen } from './deepFrozen';
import { Emitter } from './emitter';
import { KeyedQueue } from './keyedQueue';
import { OpenReviews } from './openReviews';
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
import type {
  BeginTurn,
  PlanModeCommand,
  RequestReview,
  SessionCall,
  SessionCommand,
  SettleReview,
  SilentCommand,
} from './sessionCommand';
import type { SessionDecision } from './sessionDecision';
import { summaryOf } from './sessionSummary';
import { toStepsChanged, type StepsChanged } from './stepChanges';
import { toSnapshot } from './toSnapshot';

/** How often a command is decided again after another writer was first. */
const CONFLICT_TRIES = 8;

export interface PlanServiceOptions extends CallPorts {
  /** Resolves the store; called for every operation, so that it opens on first use. */
  readonly store: () => Promise<PlanStore>;
  readonly log: Log;
}

/** The one door to plans: load, decide, append, publish, one command of a session at a time. */
export class PlanService implements PlanReader {
  readonly #ports: PlanServiceOptions;
  readonly #queue = new KeyedQueue();
  readonly #calls = new CallQueue();
  readonly #commits: Emitter<CommittedChange>;
  readonly #steps: Emitter<StepsChanged>;
  readonly #elsewhere: Emitter<SessionKey>;
  readonly #reviews: OpenReviews;
  /** Sessions that this service is writing, and whether the store told of them meanwhile. */
  readonly #writing = new Map<SessionKey, { told: boolean }>();
  #watched: { readonly store: PlanStore; readonly watch: Disposable } | undefined;

  constructor(options: PlanServiceOptions) {
    this.#ports = options;
    this.#commits = new Emitter(options.log);
    this.#steps = new Emitter(options.log);
    this.#elsewhere = new Emitter(options.log);
    this.#reviews = new OpenReviews(options.log);
  }

  get onDidCommit(): PlanReader['onDidCommit'] {
    return this.#commits.on;
  }

  get onDidChangeElsewhere(): PlanReader['onDidChangeElsewhere'] {
    return this.#elsewhere.on;
  }

  /** Somebody is asked about the plan of this session, or no longer. */
  get onDidChangeReviews(): Emitter<SessionKey>['on'] {
    return this.#reviews.onDidChange;
  }

  /** The revisions that people are asked about by this process. */
  get openReviews(): ReadonlyMap<SessionKey, number> {
    return this.#reviews.revisions;
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
  execute(command: SessionCall | SettleReview): Promise<ToolResult>;
  execute(command: BeginTurn): Promise<string>;
  execute(command: SilentCommand): Promise<void>;
  execute(command: PlanModeCommand): Promise<PlanModeState | null>;
  execute(command: RequestReview): Promise<ReviewRequest>;
  execute(command: SessionCommand): Promise<CommandResult | void> {
    const { session } = command;
    // Before it takes its place in the queue: what waits there, or runs, must not commit any more.
    if (command.kind === 'begin_turn') this.#calls.withdraw(session);
    if (command.kind === 'end_turn' && command.outcome === 'cancelled') {
      this.#calls.withdraw(session, command.turn_id);
    }
    const run = (signal: CancelSignal) =>
      this.#queue.run(session, () => {
        return this.#reviews.following(command, this.#untilSettled(command, signal));
      });
    switch (command.kind) {
      case 'hosted_call':
      case 'request_review':
      case 'settle_review':
        return this.#calls.run(session, command, run);
      default:
        return run((command.kind === 'guest_call' && command.signal) || NEVER_CANCELLED);
    }
  }

  async snapshot(session: SessionKey): Promise<SessionSnapshot | undefined> {
    const loaded = await (await this.#store()).load(session);
    return loaded && toSnapshot(this.#ports, loaded);
  }

  async summary(session: SessionKey): Promise<SessionSummary | undefined> {
    const loaded = await (await this.#store()).load(session);
    return loaded && summaryOf(loaded.record);
  }

  /** How the coworker of the session plans, as the session keeps it (DP.11). */
  async configuration(session: SessionKey): Promise<SessionConfiguration | undefined> {
    const loaded = await (await this.#store()).load(session);
    return loaded?.record.configuration;
  }

  /** Whether a call with this id was answered in the session. */
  async knowsCall(session: SessionKey, callId: string): Promise<boolean> {
    return (await (await this.#store()).recordedCall(session, callId)) !== undefined;
  }

  async events(session: SessionKey, after: number, limit: number): Promise<EventPage> {
    return (await this.#store()).events(session, after, limit);
  }

  async list(filter: SessionFilter, page: { limit: number; after?: string }): Promise<SessionPage> {
    return (await this.#store()).list(filter, page);
  }

  /** Resolves when every command given so far has ended. */
  idle(): Promise<void> {
    return this.#queue.idle();
  }

  /** The same, and listeners hear nothing afterwards. */
  async dispose(): Promise<void> {
    await this.idle();
    this.#watched?.watch.dispose();
    this.#commits.dispose();
    this.#steps.dispose();
    this.#elsewhere.dispose();
    this.#reviews.dispose();
  }

  /** The store, listened to from its first use on. */
  async #store(): Promise<PlanStore> {
    const store = await this.#ports.store();
    if (store === this.#watched?.store) return store;
    this.#watched?.watch.dispose();
    const watch = store.watch((session) => {
      const writing = this.#writing.get(session);
      if (writing) writing.told = true;
      else this.#changedElsewhere(session);
    });
    this.#watched = { store, watch };
    return store;
  }

  async #untilSettled(command: SessionCommand, signal: CancelSignal): Promise<CommandResult> {
    const store = await this.#store();
    for (let attempt = 0; attempt < CONFLICT_TRIES; attempt++) {
      const loaded = await store.load(command.session);
      const decision = await decideCommand(
        this.#ports,
        store,
        loaded,
        command,
        signal,
        this.#reviews,
      );
      if (decision.kind === 'answer' || (await this.#append(store, loaded, decision))) {
        return decision.result;
      }
    }
    throw new PlanError(
      'retry',
      'Other writers changed this session at the same time; nothing was changed by this call.',
    );
  }

  /** True once it is durable and told; false when another writer was first. */
  async #append(
    store: PlanStore,
    loaded: LoadedSession | undefined,
    { commit, signal }: Extract<SessionDecision<CommandResult>, { kind: 'commit' }>,
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
      if (writing.told && !appended) this.#changedElsewhere(session);
    }
  }

  #changedElsewhere(session: SessionKey): void {
    this.#elsewhere.fire(session);
    void this.#reviews.changedElsewhere(session, async () => {
      const loaded = await (await this.#store()).load(session);
      return loaded?.record.turn?.turn_id;
    });
  }
}
