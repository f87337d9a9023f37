import type { PlanDocument } from '../domain/plan';
import type { CommandResult } from './decideCommand';
import { Emitter } from './emitter';
import type { SessionKey } from './planStore';
import type { Log } from './ports';
import type { SessionCommand } from './sessionCommand';

/** A question that a person has not answered yet. */
export interface OpenReview {
  readonly call_id: string;
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

  constructor(log: Log) {
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

  /** Takes in what a command came to; with a turn its question is over, too. */
  follow(command: SessionCommand, result: CommandResult): void {
    const { session } = command;
    switch (command.kind) {
      case 'request_review':
        if (!isAsked(result)) return;
        this.#open.set(session, { call_id: command.call_id, plan: result.plan });
        this.#changed.fire(session);
        return;
      case 'settle_review':
        if (this.get(session)?.call_id !== command.call_id) return;
        this.#count(session, command.answer?.outcome);
        this.#close(session);
        return;
      case 'begin_turn':
      case 'end_turn':
        this.#close(session);
        return;
      default:
        return;
    }
  }

  dispose(): void {
    this.#open.clear();
    this.#changed.dispose();
  }

  #count(session: SessionKey, outcome: string | undefined): void {
    if (outcome === 'kept_planning') this.#rejected.set(session, this.rejected(session) + 1);
    else if (outcome !== undefined) this.#rejected.delete(session);
  }

  #close(session: SessionKey): void {
    if (this.#open.delete(session)) this.#changed.fire(session);
  }
}

function isAsked(
  result: CommandResult,
): result is { kind: 'ask'; plan: PlanDocument; rejected: number } {
  return typeof result === 'object' && result !== null && 'kind' in result && result.kind === 'ask';
}
