import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Sentence, verbatim } from '../../src/domain/sentence';

let bundle: object | undefined;

/** Translators know the sentence and what stands in it, as far as it is ours. */
export function assertTranslatable({ template, values }: Sentence): void {
  const file = join(__dirname, '..', '..', 'l10n', 'bundle.l10n.json');
  bundle ??= JSON.parse(readFileSync(file, 'utf8')) as object;
  const isKnown = Object.hasOwn(bundle, template) || template === verbatim('').template;
  assert.ok(isKnown, `Translators do not know: ${template}`);
  for (const value of values) if (typeof value === 'object') assertTranslatable(value);
}
