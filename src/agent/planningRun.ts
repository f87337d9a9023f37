import type { PlanDocument } from '../domain/plan';
import { PlanError } from '../domain/planError';
import { toolRefusal, type ToolResult } from '../domain/toolResult';
import { deepFrozen } from '../service/deepFrozen';
import { Emitter } from '../service/emitter';
import { KeyedQueue } from '../service/keyedQueue';
import type { PlanService } from '../service/planService';
import type { PlanStore, SessionKey } from '../service/planStore';
import type { CancelSignal, Log } from '../service/ports';
import type { EndTurn, HostedCall } from '../service/sessionCommand';
import type { StepsChanged } from '../service/stepChanges';
import type { PlanTool } from '../tools/planTool';
import { runTool } from '../tools/runTool';
import { toolFailure } from '../tools/toolFailure';
import type { Journal } from './journal';
import type { PlanningSettings } from './planningOptions';

/** What a model asks of a planning tool. */
export interface PlanToolCall {
  readonly call_id: string;
  readonly name: string;
  /** As the model gave it. */
  readonly input: unknown;
  readonly signal?: CancelSignal;
}

export interface PlanningRunOptions {
  readonly settings: PlanningSettings;
  readonly store: PlanStore;
  readonly service: PlanService;
  readonly journal: Journal;
  readonly log: Log;
  readonly session: SessionKey;
  /** The turn that the loop began itself; undefined: this run begins its own at its first call. */
  readonly turn_id: string | undefined;
}

/** The plan as one model request is shaped with. */
interface PlanAtRequest {
  readonly plan: PlanDocument | null;
  readonly unchangedRequests: number;
}

/**
 * A run's way to its plan. Every operation is journaled under a stable name, one at a time, in the order
 * in which they were asked for; a store that fails rejects it, and nothing is tried again (PT.71, PT.72).
 */
export class PlanningRun {
  readonly #options: PlanningRunOptions;
  readonly #queue = new KeyedQueue();
  readonly #requests = new Map<string, Promise<PlanAtRequest>>();
  readonly #steps: Emitter<StepsChanged>;
  #last: { readonly revision: number; readonly requests: number } | undefined;
  #turn: Promise<string> | undefined;

  constructor(options: PlanningRunOptions) {
    this.#options = options;
    this.#steps = new Emitter(options.log);
  }

  get store(): PlanStore {
    return this.#options.store;
  }

  /** Steps that calls of this run changed: told after the last store operation of the call, before its answer (PT.95). */
  get onDidChangeSteps(): Emitter<StepsChanged>['on'] {
    return this.#steps.on;
  }

  /** Reads the store; a request that is sent again under its id gets what was read for it (planning 6.4). */
  planAt(requestId: string | undefined): Promise<PlanAtRequest> {
    const known = requestId === undefined ? undefined : this.#requests.get(requestId);
    if (known) return known;
    const reading = this.#read(requestId);
    if (requestId !== undefined) {
      this.#requests.set(requestId, reading);
      reading.catch(() => this.#requests.delete(requestId));
    }
    return reading;
  }

  /**
   * Answers a call. What the model can act on is a result; rejects with `store_unavailable`, `cancelled`
   * and `turn_not_current`. One that was committed, but not kept by the journal, is answered as it was
   * the first time and told to no subscriber again.
   */
  async call(tool: PlanTool, call: PlanToolCall): Promise<ToolResult> {
    return this.#inOrder(async () => {
      const name = `${tool.name} ${call.call_id}`;
      const { result, steps } = await this.#journaled(name, () => this.#answer(tool, call));
      if (steps) this.#steps.fire(deepFrozen(steps));
      return result;
    });
  }

  /** Ends the turn that this run began, if it did, and never that of the loop. `cancelled` does not wait: it withdraws what is not committed. */
  async end(outcome: EndTurn['outcome']): Promise<void> {
    const end = () => this.#journaled('end', () => this.#endTurn(outcome));
    await (outcome === 'cancelled' ? end() : this.#inOrder(end));
  }

  async #read(requestId: string | undefined): Promise<PlanAtRequest> {
    const { service, session } = this.#options;
    const name = requestId === undefined ? 'reminder' : `reminder ${requestId}`;
    const plan = await this.#inOrder(() =>
      this.#journaled(name, async () => (await service.snapshot(session))?.plan ?? null),
    );
    const revision = plan?.revision ?? 0;
    const unchangedRequests = this.#last?.revision === revision ? this.#last.requests : 0;
    this.#last = { revision, requests: unchangedRequests + 1 };
    return { plan, unchangedRequests };
  }

  async #answer(tool: PlanTool, { call_id, input, signal }: PlanToolCall) {
    const { service, session, settings } = this.#options;
    let steps: StepsChanged | null = null;
    const listening = service.onDidChangeSteps((changed) => {
      if (changed.session === session && changed.call_id === call_id) steps = changed;
    });
    const caller = async (): Promise<Omit<HostedCall, 'command'>> => ({
      kind: 'hosted_call',
      session,
      turn_id: await this.#runningTurn(),
      call_id,
      configuration: settings.configuration,
      ...(signal && { signal }),
    });
    try {
      const result = await runTool(service, tool, caller, input);
      return { result, steps: steps as StepsChanged | null };
    } catch (error) {
      return { result: refusalOf(error), steps: null };
    } finally {
      listening.dispose();
    }
  }

  /** Begun by the process that calls, not by the one that replays: a turn belongs to a process. */
  #runningTurn(): Promise<string> {
    const { service, session, settings, turn_id } = this.#options;
    if (turn_id !== undefined) return Promise.resolve(turn_id);
    const begin = async () => {
      const { id: coworker, configuration } = settings;
      const origin = { coworker, configuration };
      await service.execute({ kind: 'create_session', session, origin });
      return service.execute({ kind: 'begin_turn', session });
    };
    if (this.#turn) return this.#turn;
    const turn = (this.#turn = begin());
    turn.catch(() => (this.#turn = undefined));
    return turn;
  }

  async #endTurn(outcome: EndTurn['outcome']): Promise<null> {
    if (!this.#turn) return null;
    const { service, session } = this.#options;
    try {
      await service.execute({ kind: 'end_turn', session, turn_id: await this.#turn, outcome });
    } catch (error) {
      // A turn that was begun after it has ended it.
      if (!PlanError.is(error, 'turn_not_current')) throw error;
    }
    return null;
  }

  #inOrder<T>(operation: () => Promise<T>): Promise<T> {
    return this.#queue.run('run', operation);
  }

  #journaled<T>(name: string, run: () => Promise<T>): Promise<T> {
    const { journal, settings } = this.#options;
    return journal.record(settings.id, name, run);
  }
}

/** The words for a model; throws what ends the run. */
export function refusalOf(error: unknown): ToolResult {
  if (!PlanError.is(error)) throw error;
  const { kind, text } = toolFailure(error);
  if (kind === 'failure') throw error;
  return toolRefusal(text, { error: error.code });
}
