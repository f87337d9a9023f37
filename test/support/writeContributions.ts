// Writes what is derived from the sources: parts of package.json, and the texts to translate.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  languageModelToolContributions,
  toolsSettingItems,
} from '../../src/editor/settings/contributions';
import { translationBundle } from './translatableTexts';
import { tidied, translations, untranslated } from './translations';

const root = join(__dirname, '..', '..');
const file = join(root, 'package.json');
const manifest = JSON.parse(readFileSync(file, 'utf8')) as {
  contributes: {
    languageModelTools: unknown;
    configuration: { properties: Record<string, Record<string, unknown>> };
  };
};
const { contributes } = manifest;
contributes.languageModelTools = languageModelToolContributions();
const tools = contributes.configuration.properties['sessionPlans.tools'];
if (!tools) throw new Error('package.json has no setting sessionPlans.tools.');
tools['items'] = toolsSettingItems();
writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);

mkdirSync(join(root, 'l10n'), { recursive: true });
const bundle = `${JSON.stringify(translationBundle(), null, 2)}\n`;
writeFileSync(join(root, 'l10n', 'bundle.l10n.json'), bundle);

for (const translation of translations()) {
  const tidy = `${JSON.stringify(tidied(translation), null, 2)}\n`;
  writeFileSync(join(root, translation.file), tidy);
  for (const name of untranslated(translation))
    console.log(`${translation.file} has no text for ${JSON.stringify(name)}`);
}
