import { signal } from '@preact/signals';

/** News that come within so many milliseconds of the last are put together. */
export const ANNOUNCE_PAUSE = 1_000;

/** What a screen reader is to say: at once where a person did something, else with pauses between. */
export class Announcer {
  readonly #text = signal('');
  #next: (() => string) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  get text(): string {
    return this.#text.value;
  }

  say(text: string): void {
    if (text === '') return;
    // The same words again would be no change of the page, and nobody would say them.
    this.#text.value = text === this.#text.peek() ? `${text}\u00A0` : text;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.sayNews(this.#next);
    }, ANNOUNCE_PAUSE);
  }

  /** `text` is asked when its time has come, so that it can speak of all that happened until then. */
  sayNews(text: (() => string) | undefined): void {
    this.#next = this.#timer === undefined ? undefined : text;
    if (this.#timer === undefined && text) this.say(text());
  }

  /** Nothing of what was to be said is true any more. */
  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#next = undefined;
    this.#text.value = '';
  }
}
