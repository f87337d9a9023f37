// Writes what package.json derives from the tools; test/editor/contributions.test.ts compares.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { languageModelToolContributions } from '../../src/editor/contributions';

const file = join(__dirname, '..', '..', 'package.json');
const manifest = JSON.parse(readFileSync(file, 'utf8')) as { contributes: Record<string, unknown> };
manifest.contributes['languageModelTools'] = languageModelToolContributions();
writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
