import type { PlanDocument } from '../domain/plan';
import type { CommandResult } from './decideCommand';
import { Emitter } from './emitter';
import type { SessionKey } from './planStore';
import type { Log } from './ports';
import type { SessionCommand, SettleReview } from './sessionCommand';

/** A question that a person has not answered yet. */
export interface OpenReview {
  readonly call_id: string;
  readonly turn_id: string;
  /** As it was shown. */
  readonly plan: PlanDocument;
}

/**
 * The open questions of this process, one for each session at most. They are kept in memory alone: after
 * a reload there is nobody who could answer, and an unanswered question approves nothing (PMx.14).
 */
export class OpenReviews {
  readonly #open = new Map<SessionKey, OpenReview>();
  /** How often in a row a person wanted to keep planning. */
  readonly #rejected = new Map<SessionKey, number>();
  readonly #changed: Emitter<SessionKey>;
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
    this.#changed = new Emitter(log);
  }

  get onDidChange(): Emitter<SessionKey>['on'] {
    return this.#changed.on;
  }

  /** The revisions that people are asked about. */
  get revisions(): ReadonlyMap<SessionKey, number> {
    return new Map([...this.#open].map(([session, { plan }]) => [session, plan.revision]));
  }

  get(session: SessionKey): OpenReview | undefined {
    return this.#open.get(session);
  }

  rejected(session: SessionKey): number {
    return this.#rejected.get(session) ?? 0;
  }

  /** Takes in what a command came to; with a turn its question is over, too, and with an answer that failed. */
  async following(
    command: SessionCommand,
    running: Promise<CommandResult>,
  ): Promise<CommandResult> {
    try {
      const result = await running;
      this.#follow(command, result);
      return result;
    } catch (error) {
      if (command.kind === 'settle_review') this.#answered(command);
      throw error;
    }
  }

  #follow(command: SessionCommand, result: CommandResult): void {
    const { session } = command;
    switch (command.kind) {
      case 'request_review':
        if (!isAsked(result)) return;
        this.#open.set(session, {
          ...{ call_id: command.call_id, turn_id: command.turn_id },
          plan: result.plan,
        });
        this.#changed.fire(session);
        return;
      case 'settle_review':
        this.#answered(command, isRefused(result) ? undefined : command.answer?.outcome);
        return;
      case 'begin_turn':
      case 'end_turn':
        this.#close(session);
        return;
      default:
        return;
    }
  }

  /** A turn that another process ended took its question with it. */
  async changedElsewhere(
    session: SessionKey,
    turnNow: () => Promise<string | undefined>,
  ): Promise<void> {
    const open = this.get(session);
    if (!open) return;
    try {
      const turn = await turnNow();
      if (turn !== open.turn_id && this.get(session) === open) this.#close(session);
    } catch (error) {
      // Whoever answers finds out: an answer counts only in its turn.
      this.#log.warn(`A session with an open question could not be read: ${String(error)}`);
    }
  }

  dispose(): void {
    this.#open.clear();
    this.#changed.dispose();
  }

  #answered({ session, call_id }: SettleReview, outcome?: string): void {
    if (this.get(session)?.call_id !== call_id) return;
    this.#count(session, outcome);
    this.#close(session);
  }

  #count(session: SessionKey, outcome: string | undefined): void {
    if (outcome === 'kept_planning') this.#rejected.set(session, this.rejected(session) + 1);
    else if (outcome !== undefined) this.#rejected.delete(session);
  }

  #close(session: SessionKey): void {
    if (this.#open.delete(session)) this.#changed.fire(session);
  }
}

function isRefused(result: CommandResult): boolean {
  return typeof result === 'object' && result !== null && 'isError' in result && result.isError;
}

function isAsked(
  result: CommandResult,
): result is { kind: 'ask'; plan: PlanDocument; rejected: number } {
  return typeof result === 'object' && result !== null && 'kind' in result && result.kind === 'ask';
}
