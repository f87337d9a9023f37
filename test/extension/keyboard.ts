import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { waitFor } from '../support/workbench/chatDriver';
import type { Product } from './product';

/** A text, because page code has no types here. */
const FOCUS_IN_PANEL = `(() => {
  const { activeElement } = document;
  const active = document.getElementById(activeElement.getAttribute('aria-activedescendant') ?? '');
  const name = activeElement.id || activeElement.ariaLabel || activeElement.textContent;
  return [document.hasFocus() ? name : '', active?.textContent ?? ''];
})()`;

const FOCUS_OF_WORKBENCH = `document.activeElement.tagName + ' ' + document.activeElement.className`;

/** The product as people meet it who use no mouse. */
export class Keyboard {
  constructor(readonly product: Product) {}

  get #page() {
    return this.product.window.page;
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.#page.keyboard.press(key);
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text);
  }

  /** Runs a command by its title. */
  async command(title: string): Promise<void> {
    await inPalette(this.#page, title);
    await this.press('Enter');
  }

  /** Waits until the panel has the keyboard: the id or name of the element, and its active row. */
  async isInPanel(place: string | RegExp, row: string | RegExp = /^/): Promise<void> {
    await this.#waitFor(`${String(place)} ${String(row)} in the panel`, async () => {
      const html = this.product.panel.locator('html');
      const [name = '', active = ''] = await html.evaluate<string[], undefined>(
        FOCUS_IN_PANEL,
        undefined,
      );
      const [isPlace, isRow] = [place, row].map((each, at) => {
        const text = at === 0 ? name : active;
        return typeof each === 'string' ? text === each : each.test(text);
      });
      if (isPlace === true && isRow === true) return true;
      return name === '' ? this.#page.evaluate<string>(FOCUS_OF_WORKBENCH) : `${name} ${active}`;
    });
  }

  /** Waits until a part of the workbench itself has the keyboard. */
  async isIn(part: string): Promise<void> {
    await this.#waitFor(part, async () => {
      const found = `document.activeElement.closest(${JSON.stringify(part)}) !== null`;
      return (await this.#page.evaluate<boolean>(found))
        ? true
        : this.#page.evaluate<string>(FOCUS_OF_WORKBENCH);
    });
  }

  async #waitFor(what: string, look: () => Promise<true | string>): Promise<void> {
    let seen: true | string = '';
    const wait = waitFor(what, async () => (seen = await look()) === true, 20_000, 50);
    await wait.catch(() => assert.fail(`The keyboard is not in ${what} but in ${String(seen)}`));
  }
}

/** Opens the palette with the title of a command, and waits until the row with this text is the first in it. */
export async function inPalette(page: Page, title: string, first = title): Promise<void> {
  const palette = page.locator('.quick-input-widget');
  // What opens late takes the keyboard from the palette, which closes.
  await waitFor(`${first} in the palette`, async () => {
    await page.keyboard.press('F1');
    if (!(await appears(palette.getByRole('textbox')))) return false;
    // All at once: the list of commands is sorted anew for each letter.
    await page.keyboard.insertText(title);
    return appears(palette.locator('.monaco-list-row.focused', { hasText: first }));
  });
}

/** Makes sure that the palette has no command of this title, and closes it. */
export async function notInPalette(page: Page, title: string): Promise<void> {
  // Stands over what is offered for words that no title has.
  await inPalette(page, title, 'similar commands');
  const rows = page.locator('.quick-input-widget .monaco-list-row');
  assert.equal(await rows.filter({ hasText: title }).count(), 0, title);
  await page.keyboard.press('Escape');
}

/** Whether it is there soon. */
export function appears(place: Locator): Promise<boolean> {
  const soon = place.first().waitFor({ timeout: 8_000 });
  return soon.then(
    () => true,
    () => false,
  );
}
