import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { translatableTexts, translationBundle } from '../support/translatableTexts';
import { languages, marksOf, tidied, translations, untranslated } from '../support/translations';

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

  it('are there in German and Simplified Chinese, as the editor names the two', () => {
    assert.deepEqual(languages(), ['de', 'zh-cn']);
  });

  for (const translation of translations()) {
    const { file, english, table } = translation;
    it(`lack no text and have none that nobody says: ${file}`, () => {
      assert.deepEqual(untranslated(translation), []);
      assert.deepEqual(Object.keys(table), Object.keys(english), 'npm run contributions');
      assert.deepEqual(tidied(translation), table);
    });

    it(`keep places for values, code and names of each text: ${file}`, () => {
      for (const [name, text] of Object.entries(table)) {
        const said = english[name] ?? '';
        assert.deepEqual(marksOf(text), marksOf(said), text);
        assert.equal(/\s$/.test(text), /\s$/.test(said), text);
        assert.equal(text.includes('\n'), said.includes('\n'), text);
      }
    });

    it(`are translations: ${file}`, () => {
      const same = Object.entries(table).filter(([name, text]) => text === english[name]);
      const long = same.filter(([, text]) => (text.match(/\p{L}+/gu)?.length ?? 0) > 2);
      assert.deepEqual(long, []);
    });
  }

  it('call commands by the names that these have in the same language', () => {
    const [english, ...titles] = ['', '.de', '.zh-cn'].map(commandTitles);
    let quotes = 0;
    for (const [at, language] of languages().entries()) {
      const table = translations().find(({ file }) =>
        file.endsWith(`l10n.${language}.json`),
      )?.table;
      for (const [said, text] of Object.entries(table ?? {})) {
        for (const [, quoted = ''] of said.matchAll(/"([^"{]+)"/g)) {
          const command = Object.keys(english ?? {}).find((name) => english?.[name] === quoted);
          if (command === undefined) continue;
          quotes += 1;
          assert.match(text, new RegExp(`[„“]${titles[at]?.[command] ?? '?'}[“”]`));
        }
      }
    }
    assert.ok(quotes >= 10, String(quotes));
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

/** Without the dots that say that a command asks first. */
function commandTitles(language: string): Record<string, string> {
  const file = readFileSync(join(root, `package.nls${language}.json`), 'utf8');
  const entries = Object.entries(JSON.parse(file) as Record<string, string>);
  const commands = entries.filter(([name]) => name.startsWith('command.'));
  return Object.fromEntries(commands.map(([name, title]) => [name, title.replace('…', '')]));
}
