/** A cancellation token of the editor and whoever cancels it. */
export class FakeTokenSource {
  readonly #listeners = new Set<() => void>();
  readonly token = {
    isCancellationRequested: false,
    onCancellationRequested: (listener: () => void) => {
      this.#listeners.add(listener);
      return { dispose: () => void this.#listeners.delete(listener) };
    },
  };

  cancel(): void {
    this.token.isCancellationRequested = true;
    for (const listener of this.#listeners) listener();
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
