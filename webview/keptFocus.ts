import { useLayoutEffect } from 'preact/hooks';

/** Where the focused element goes away with a change of what is shown, the steps are focused. */
export function useKeptFocus(shown: unknown): void {
  // As it is before the change is drawn.
  const focused = document.activeElement;
  useLayoutEffect(() => {
    if (focused && focused !== document.body && !focused.isConnected) {
      document.getElementById('steps')?.focus({ preventScroll: true });
    }
  }, [shown]);
}
