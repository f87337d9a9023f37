import * as vscode from 'vscode';
import { type PlanDocument, revisionOf } from '../../domain/plan';
import type { Draft } from '../../domain/steering/draft';
import { isDraftDone } from '../../domain/steering/draftStanding';
import type { SteerAction } from '../../protocol/steerAction';
import type { PlanReader } from '../../service/planReader';
import type { SessionKey } from '../../service/planStore';
import type { Disposable, Log } from '../../service/ports';
import type { KeptDrafts } from './keptDrafts';

export interface DraftedChange {
  readonly session: SessionKey;
  readonly draft: Draft | null;
  /** The revision in which all of it was found. */
  readonly done?: number;
}

export interface SteeringPorts {
  readonly reader: Pick<PlanReader, 'snapshot' | 'onDidCommit' | 'onDidChangeElsewhere'>;
  readonly drafts: KeptDrafts;
  readonly log: Log;
}

/**
 * What people draft in the panel. It is kept here and read by nobody but the panel and the command that
 * sends it as a message; when one revision has all of it, it is over.
 */
export class Steering implements Disposable {
  readonly #ports: SteeringPorts;
  readonly #changed = new vscode.EventEmitter<DraftedChange>();
  readonly #steered = new vscode.EventEmitter<SteerAction>();
  readonly #listeners: readonly Disposable[];
  /** What was asked of a panel that is not there yet. */
  #waiting: SteerAction | undefined;
  readonly #panels = new Set<object>();

  /** Otherwise than by the panel. */
  readonly onDidChange = this.#changed.event;
  readonly onDidSteer = this.#steered.event;

  constructor(ports: SteeringPorts) {
    this.#ports = ports;
    this.#listeners = [
      ports.reader.onDidCommit(({ session, events }) => {
        for (const event of events)
          if (event.type === 'plan_updated') this.#compare(session, event.data.plan);
      }),
      ports.reader.onDidChangeElsewhere((session) => void this.look(session)),
    ];
  }

  dispose(): void {
    for (const listener of this.#listeners) listener.dispose();
    this.#changed.dispose();
    this.#steered.dispose();
  }

  draft(session: SessionKey): Draft | null {
    return this.#ports.drafts.get(session);
  }

  /** By the panel, which knows it; whether it was answered is known here first. */
  keep(session: SessionKey, draft: Draft | null): void {
    const sent = draft?.sent && this.draft(session)?.sent;
    this.#ports.drafts.set(session, draft && { ...draft, sent });
  }

  change(session: SessionKey, draft: Draft | null, done?: number): void {
    this.#ports.drafts.set(session, draft);
    this.#changed.fire({ session, draft, ...(done !== undefined && { done }) });
  }

  /** Whether the plan has all of it by now. */
  async look(session: SessionKey): Promise<void> {
    if (!this.draft(session)) return;
    try {
      const plan = (await this.#ports.reader.snapshot(session))?.plan;
      if (plan) this.#compare(session, plan);
    } catch (error) {
      // The panel says what is wrong with it; the draft waits.
      this.#ports.log.warn(`A draft could not be compared with its plan: ${String(error)}`);
    }
  }

  /** Tells the panel, now or when it is on the screen. */
  steer(action: SteerAction): void {
    if (this.#panels.size > 0) this.#steered.fire(action);
    else this.#waiting = action;
  }

  /** A panel is on the screen and listens, or is no longer. */
  shown(panel: object, isThere: boolean): void {
    if (!isThere) {
      this.#panels.delete(panel);
      return;
    }
    this.#panels.add(panel);
    const action = this.#waiting;
    this.#waiting = undefined;
    if (action) this.#steered.fire(action);
  }

  #compare(session: SessionKey, plan: PlanDocument): void {
    const draft = this.draft(session);
    // What is being typed is not ended under the person's hands.
    if (!draft || draft.typing || !isDraftDone(draft, plan)) return;
    this.change(session, null, revisionOf(plan));
  }
}
