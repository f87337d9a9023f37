import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { translationBundle } from '../support/translatableTexts';

const root = join(__dirname, '..', '..');

describe('translations', () => {
  it('can be made of every text: the bundle holds what the sources say', () => {
    const bundle = readFileSync(join(root, 'l10n', 'bundle.l10n.json'), 'utf8');
    assert.deepEqual(JSON.parse(bundle), translationBundle(), 'npm run contributions writes it');
  });

  it('are in the package, where the editor looks for them', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      l10n: string;
      files: string[];
    };
    assert.equal(manifest.l10n, './l10n');
    assert.ok(manifest.files.includes('l10n'));
  });
});
