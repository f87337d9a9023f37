/** A timer that keeps no process alive. Those of a browser are numbers, and have nothing to keep alive. */
export function inBackground<T>(timer: T): T {
  (timer as { readonly unref?: () => unknown }).unref?.();
  return timer;
}
