import { signal } from '@preact/signals';
import type { PlanModeState } from '../../src/protocol/planView';
import { PlanModeClient } from '../../src/protocol/planModeClient';
import type { EventMessage } from '../../src/protocol/webviewMessages';
import type { HostConnection } from '../hostConnection';

/** Plan mode of the session on the screen, and the selection that is on its way. */
export class PlanModeModel {
  readonly #host: HostConnection;
  #client: PlanModeClient | undefined;

  readonly state = signal<PlanModeState | null>(null);
  readonly isSelecting = signal(false);
  readonly hasFailed = signal(false);

  constructor(host: HostConnection) {
    this.#host = host;
  }

  /** Another session, or none: what is still on its way is nobody's. */
  follow(session: string | null): void {
    this.state.value = null;
    this.isSelecting.value = this.hasFailed.value = false;
    this.#client = session === null ? undefined : this.#clientOf(session);
  }

  /** The whole picture of the session came (again). */
  open(): void {
    void this.#client?.open();
  }

  event({ switched }: EventMessage): void {
    if (!switched) return;
    const { cursor, active } = switched;
    this.#client?.event({ sequence: Number(cursor), type: 'plan/mode', data: { active } });
  }

  /** Resolves to what the host made of it; undefined where it failed or is nobody's any more. */
  async select(active: boolean): Promise<PlanModeState | null | undefined> {
    const client = this.#client;
    if (!client || this.isSelecting.value) return undefined;
    this.isSelecting.value = true;
    this.hasFailed.value = false;
    const selected = await client.select(active).catch(() => undefined);
    if (client !== this.#client) return undefined;
    this.isSelecting.value = false;
    this.hasFailed.value = selected === undefined;
    return selected;
  }

  #clientOf(session: string): PlanModeClient {
    const client = new PlanModeClient({
      query: () => this.#host.planMode({ kind: 'planMode', session }),
      select: (active) => this.#host.planMode({ kind: 'setPlanMode', session, active }),
      failed: (error) => {
        console.warn('Plan mode could not be read.', error);
      },
      changed: () => {
        if (client === this.#client) this.state.value = client.state;
      },
    });
    return client;
  }
}
