import { computed, signal } from '@preact/signals';
import type { DraftMessage } from '../../src/protocol/webviewMessages';
import type { SteerAction } from '../../src/protocol/steerAction';
import type { SteeringModel, SteeringPorts } from './steeringModel';

type Parts = typeof import('./steeringOnDemand');

/** The way to what drafts are made of, which is fetched for the first of them. */
export class SteeringDoor {
  readonly #ports: SteeringPorts;
  readonly #open = signal<{ readonly parts: Parts; readonly model: SteeringModel } | undefined>(
    undefined,
  );
  #opening: Promise<SteeringModel> | undefined;

  /** The step that the person is at in the tree. */
  readonly step = signal<string | undefined>(undefined);
  /** Undefined while there is no draft, and no word about one. */
  readonly shown = computed(() =>
    this.#open.value?.model.isThere.value ? this.#open.value : undefined,
  );

  constructor(ports: SteeringPorts) {
    this.#ports = ports;
  }

  async receive(message: DraftMessage): Promise<void> {
    if (!this.#opening && message.draft === null) return;
    (await this.#model()).receive(message);
  }

  async steer(action: SteerAction): Promise<void> {
    // Where the person is now, not where they will be once it is fetched.
    const step = this.step.peek();
    const model = await this.#model();
    await this.#ports.loaded();
    model.steer(action, step);
  }

  /** Before anybody waits for it. */
  fetch(): void {
    this.#model().catch((error: unknown) => {
      console.warn('Drafts could not be loaded.', error);
    });
  }

  #model(): Promise<SteeringModel> {
    // What fails is tried again by whoever asks next.
    return (this.#opening ??= this.#fetch().catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    }));
  }

  async #fetch(): Promise<SteeringModel> {
    return this.#made(await import('./steeringOnDemand'));
  }

  #made(parts: Parts): SteeringModel {
    const model = new parts.SteeringModel(this.#ports, this.step);
    this.#open.value = { parts, model };
    return model;
  }
}
