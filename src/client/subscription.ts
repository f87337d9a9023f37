import { PlanClientError } from './clientError';
import { toHeldPlan, type HeldPlan } from './heldPlan';
import type { Attachment, PlanClient, Subscription } from './planClient';
import { PlanHolder } from './planHolder';

/** Between attempts to connect again; twice as long each time, up to the last. */
const WAIT_MS = { first: 100, most: 5_000 } as const;

/** Attaches, again where events are missing or the connection broke, and tells each plan that is another one. */
export function subscribeTo(
  client: Pick<PlanClient, 'attach'>,
  sessionId: string,
  onPlan: (held: HeldPlan) => void,
): Subscription {
  const subscription = new PlanSubscription(client, sessionId, onPlan);
  const ended = subscription.run();
  // Whoever does not ask how it ended is not ended by it.
  ended.catch(() => undefined);
  return {
    ended,
    close: () => {
      subscription.close();
    },
  };
}

class PlanSubscription {
  readonly #client: Pick<PlanClient, 'attach'>;
  readonly #sessionId: string;
  readonly #onPlan: (held: HeldPlan) => void;
  readonly #holder = new PlanHolder();
  #told: HeldPlan | undefined;
  #attachment: Attachment | undefined;
  readonly #closing = new AbortController();
  #wake: () => void = () => undefined;

  constructor(
    client: Pick<PlanClient, 'attach'>,
    sessionId: string,
    onPlan: (held: HeldPlan) => void,
  ) {
    this.#client = client;
    this.#sessionId = sessionId;
    this.#onPlan = onPlan;
  }

  async run(): Promise<void> {
    let waitMs: number = WAIT_MS.first;
    while (!this.#isClosed()) {
      try {
        const hasGap = await this.#followOnce(() => (waitMs = WAIT_MS.first));
        // Where nothing is missing it ended on purpose: something else is attached in its place.
        if (!hasGap) return;
      } catch (error) {
        if (this.#isClosed()) return;
        if (!(error instanceof PlanClientError && error.retry)) throw error;
        await this.#pause(waitMs);
        waitMs = Math.min(waitMs * 2, WAIT_MS.most);
      }
    }
  }

  close(): void {
    this.#closing.abort();
    this.#attachment?.close();
    this.#wake();
  }

  /** A method, because it turns true while others are awaited. */
  #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  /** Resolves to whether events are missing. */
  async #followOnce(attached: () => void): Promise<boolean> {
    const attachment = await this.#client.attach(this.#sessionId, this.#holder.held?.cursor);
    this.#attachment = attachment;
    try {
      if (this.#isClosed()) return false;
      attached();
      this.#holder.takeSnapshot(toHeldPlan(attachment.snapshot));
      this.#tell();
      for await (const item of attachment) {
        this.#holder.take(item);
        this.#tell();
        if (this.#holder.hasGap) return true;
      }
      return false;
    } finally {
      attachment.close();
    }
  }

  #tell(): void {
    const { held } = this.#holder;
    if (!held || this.#isClosed()) return;
    const isNews = !this.#told || this.#told.plan !== held.plan;
    this.#told = held;
    if (isNews) this.#onPlan(held);
  }

  async #pause(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      setTimeout(resolve, ms);
    });
  }
}
