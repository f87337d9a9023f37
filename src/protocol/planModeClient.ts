import * as z from 'zod/mini';
import { type PlanModeState, planModeStateSchema } from '../domain/planMode';

/** What the host answers: null where plan mode does not exist. Anything else is no answer (PM.29, PM.31). */
const replySchema = z.nullable(planModeStateSchema);

/** The data of a `plan/mode` event. */
const switchSchema = z.object({ active: z.boolean() });

/** A logged event as far as this client looks at it. */
export interface ModeEvent {
  readonly sequence: number;
  readonly type: string;
  readonly data: unknown;
}

export interface PlanModePort {
  /** `session.planMode`. */
  query(): Promise<unknown>;
  /** `session.setPlanMode`. */
  select(active: boolean): Promise<unknown>;
  /** A query failed: what is held stays. */
  failed(error: unknown): void;
  /** `state` is another value now. */
  changed(): void;
}

/**
 * Plan mode of one session as a client holds it (planning 8.3). State is what the host said, never a
 * guess: nothing flips before the reply. Of two answers the one that was asked for later counts, a
 * committed switch counts more than a reply that was on its way, and no event makes plan mode exist.
 */
export class PlanModeClient {
  readonly #port: PlanModePort;
  #state: PlanModeState | null = null;
  #known = false;
  /** +1 for each query and each selection. */
  #requestVersion = 0;
  /** +1 for each switch that was taken in. */
  #eventVersion = 0;
  #latestEventSeq = 0;
  #latestCommit: PlanModeState | undefined;
  /** +1 for each opening; what an older one asked is dropped. */
  #generation = 0;

  constructor(port: PlanModePort) {
    this.#port = port;
  }

  /** Null while it is not known, and where plan mode does not exist. The same object until it changes. */
  get state(): PlanModeState | null {
    return this.#state;
  }

  /** The session was opened, or the connection came back: asks for the whole state. */
  async open(): Promise<void> {
    const generation = ++this.#generation;
    await this.#ask(generation);
  }

  /** Resolves to what the host made of it. Rejects where it failed; then nothing is changed here. */
  async select(active: boolean): Promise<PlanModeState | null> {
    const version = ++this.#requestVersion;
    const since = this.#eventVersion;
    const reply = replySchema.parse(await this.#port.select(active));
    this.#takeIn(version, since, reply);
    return reply;
  }

  /** Every event of the log that arrives, in whatever order and however often. */
  event(event: ModeEvent): void {
    if (event.type !== 'plan/mode' || event.sequence <= this.#latestEventSeq) return;
    const parsed = switchSchema.safeParse(event.data);
    if (!parsed.success) return;
    this.#latestEventSeq = event.sequence;
    this.#eventVersion += 1;
    this.#latestCommit = { active: parsed.data.active };
    // Before it is known that plan mode exists, a switch stays private (PM.47, PM.61).
    if (this.#known && this.#state !== null) this.#set(this.#latestCommit);
  }

  /** The window of loaded history was replaced: its newest valid switch counts, unless an older one did. */
  replaced(events: readonly ModeEvent[]): void {
    for (const event of events.toSorted((a, b) => b.sequence - a.sequence)) {
      const before = this.#latestEventSeq;
      this.event(event);
      if (this.#latestEventSeq > before) return;
    }
  }

  async #ask(generation: number): Promise<void> {
    const version = ++this.#requestVersion;
    const since = this.#eventVersion;
    try {
      const reply = replySchema.parse(await this.#port.query());
      if (generation === this.#generation) this.#takeIn(version, since, reply);
    } catch (error) {
      if (generation === this.#generation) this.#port.failed(error);
    }
  }

  #takeIn(version: number, since: number, reply: PlanModeState | null): void {
    if (version !== this.#requestVersion) return;
    this.#known = true;
    const overtaken = reply !== null && since !== this.#eventVersion;
    this.#set(overtaken ? (this.#latestCommit ?? reply) : reply);
  }

  #set(state: PlanModeState | null): void {
    const before = this.#state;
    if (before?.active === state?.active && before?.pending === state?.pending) return;
    this.#state = state;
    this.#port.changed();
  }
}
