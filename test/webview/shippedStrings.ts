import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ViewStrings } from '../../src/protocol/viewStringKeys';
import { loadWithVscode } from '../support/loadWithVscode';

/** The shipped texts, in English where the language has none. */
export async function shippedStrings(locale: string): Promise<ViewStrings> {
  const file = join(__dirname, '..', '..', 'l10n', `bundle.l10n.${locale}.json`);
  const table = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)
    : {};
  const l10n = { t: (text: string): string => table[text] ?? text };
  const source = 'src/editor/panel/viewStrings.ts';
  return (await loadWithVscode<{ viewStrings(): ViewStrings }>(source, { l10n })).viewStrings();
}
