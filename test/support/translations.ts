import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { translationBundle } from './translatableTexts';

const root = join(__dirname, '..', '..');

/** Texts of one language by their English ones (`l10n`) or by their names (`package.nls`). */
type Table = Readonly<Record<string, string>>;

export interface Translation {
  readonly file: string;
  /** What people read where nothing is translated. */
  readonly english: Table;
  readonly table: Table;
}

/** Both files of each language that one of them is there for. */
export function translations(): Translation[] {
  const inManifest = readTable('package.nls.json');
  const inSources = translationBundle();
  return languages().flatMap((language) => {
    const bundle = `l10n/bundle.l10n.${language}.json`;
    const manifest = `package.nls.${language}.json`;
    return [
      { file: bundle, english: inSources, table: readTable(bundle) },
      { file: manifest, english: inManifest, table: readTable(manifest) },
    ];
  });
}

export function languages(): string[] {
  const names = [...readdirSync(root), ...readdirSync(join(root, 'l10n'))];
  const found = names.map((name) => /^(?:bundle\.l10n|package\.nls)\.([\w-]+)\.json$/.exec(name));
  return [...new Set(found.flatMap((match) => match?.[1] ?? []))].sort();
}

/** The names of texts that the language lacks. */
export function untranslated({ english, table }: Translation): string[] {
  return Object.keys(english).filter((name) => table[name] === undefined);
}

/** Without what is no longer said, and in the order of the English texts. */
export function tidied({ english, table }: Translation): Table {
  const names = Object.keys(english).filter((name) => table[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, table[name] ?? '']));
}

/** What of a text is the same in every language: places for values, code, names of tools, `@plan`. */
export function marksOf(text: string): string[] {
  return text.match(/#?\{\d+\}|`[^`]+`|@plan\b|\/adopt\b|sessionPlans\.\w+/g)?.sort() ?? [];
}

function readTable(name: string): Table {
  const file = join(root, name);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Table) : {};
}
