/** Where the keyboard belongs on each page. */
const HOME = '#steps, #search, .message :is(h1, h2)';

export function focusHome(): void {
  document.querySelector<HTMLElement>(HOME)?.focus({ preventScroll: true });
}

/** Where the editor has the keyboard elsewhere, it is left there. */
export function focusPage(): void {
  if (document.hasFocus()) focusHome();
}

/** Where nothing on the page has the keyboard any more, as what had it is gone. */
export function keepFocus(): void {
  if (document.activeElement === document.body) focusPage();
}
