import { useLayoutEffect } from 'preact/hooks';

/** Where the focused element goes away with a change of what is shown, the element of an id is focused. */
export function useKeptFocus(shown: unknown, home = 'steps'): void {
  // As it is before the change is drawn.
  const focused = document.activeElement;
  useLayoutEffect(() => {
    const isLost = focused && focused !== document.body && !focused.isConnected;
    // Unless something that came took it.
    if (isLost && document.activeElement === document.body) {
      document.getElementById(home)?.focus({ preventScroll: true });
    }
  }, [shown]);
}
