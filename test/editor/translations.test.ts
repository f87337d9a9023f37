import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { translatableTexts, translationBundle } from '../support/translatableTexts';

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

  it('can be made of what is told from below the editor: sentences and failures', () => {
    const texts = (code: string, file = 'stores/a.ts') => translatableTexts([[file, code]]);
    assert.deepEqual(texts('sentence`a ${x} b ${sentence`c`}.`'), ['a {0} b {1}.', 'c']);
    assert.deepEqual(texts(`new PlanError('retry', 'Gone.')`), ['Gone.']);
    assert.deepEqual(texts(`new PlanError('retry', sentence\`\${x} is gone.\`)`), ['{0} is gone.']);
    assert.deepEqual(texts(`new PlanError('retry', said satisfies Sentence)`), []);
    for (const said of [
      '`${x} is gone.`',
      'said',
      'said as string',
      'said satisfies string',
      'f()',
    ]) {
      const code = `new PlanError('retry', ${said})`;
      for (const folder of ['domain', 'service', 'stores', 'host', 'editor'])
        assert.throws(() => texts(code, `${folder}/a.ts`), /cannot be translated: /, code);
      assert.deepEqual(texts(code, 'server/a.ts'), []);
    }
    assert.throws(() => texts('sentence`a {0} ${x}`'), /Braces are for places/);
  });
});
