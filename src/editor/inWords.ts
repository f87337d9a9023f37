import * as vscode from 'vscode';
import type { Sentence } from '../domain/sentence';

/** In the language of the editor: the one door for what is said where no language is known. */
export function inWords({ template, values }: Sentence): string {
  const said = values.map((value) => (typeof value === 'object' ? inWords(value) : value));
  return vscode.l10n.t(template, ...said);
}
