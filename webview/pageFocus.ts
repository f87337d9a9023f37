/** Where the keyboard belongs on each page. */
const HOME = '#steps, #search, .message :is(h1, h2)';

/** What had the keyboard last; it may be gone from the page. */
let last: HTMLElement | null = null;
/** The editor gave the page the keyboard before anything was there to have it. */
let isAwaited = false;

export function watchFocus(): void {
  document.addEventListener('focusin', (event) => {
    isAwaited = false;
    if (event.target instanceof HTMLElement) last = event.target;
  });
  window.addEventListener('focus', () => {
    // The editor's focus command ends at the page; it goes on to where the person was, or to the steps.
    if (document.activeElement !== document.body) return;
    isAwaited = true;
    if (last?.isConnected === true) last.focus({ preventScroll: true });
    else focusHome();
  });
}

export function focusHome(): void {
  document.querySelector<HTMLElement>(HOME)?.focus({ preventScroll: true });
}

/** Where the editor has the keyboard elsewhere, it is left there. */
export function focusPage(): void {
  if (document.hasFocus()) focusHome();
}

/** Where nothing on the page has the keyboard: what had it is gone, or what is to have it has come. */
export function keepFocus(): void {
  if (document.activeElement !== document.body) return;
  if (isAwaited || last?.isConnected === false) focusPage();
}
