// Writes what package.json derives from the tools; test/editor/contributions.test.ts compares.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { languageModelToolContributions, toolsSettingItems } from '../../src/editor/contributions';

const file = join(__dirname, '..', '..', 'package.json');
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
