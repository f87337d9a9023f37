import { useLayoutEffect } from 'preact/hooks';

/** Where the focused element goes away with a change of what is shown, the element of an id is focused. */
export function useKeptFocus(shown: unknown, home = 'steps'): void {
  // As it is before the change is drawn.
  const focused = document.activeElement;
  useLayoutEffect(() => {
    if (focused && focused !== document.body && !focused.isConnected) {
      document.getElementById(home)?.focus({ preventScroll: true });
    }
  }, [shown]);
}
