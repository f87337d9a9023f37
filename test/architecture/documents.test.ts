import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import MarkdownIt from 'markdown-it';
import { DOCUMENTS, documentText } from '../examples/documentSamples';
import { projectFolder } from './projectFiles';

const documents = DOCUMENTS.map((file) => ({ file, text: documentText(file) }));
const manifest = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
  contributes: { configuration: { properties: Record<string, { default: unknown }> } };
};

/** A key of the package.json of others, which looks like a setting. */
const DECLARATION = 'sessionPlans.participants';

describe('the documents', () => {
  it('link only to files and headings that are there', () => {
    const broken = documents.flatMap(({ file, text }) =>
      linksOf(text)
        .filter((link) => !leadsSomewhere(file, link))
        .map((link) => `${file}: ${link}`),
    );
    assert.deepEqual(broken, []);
  });

  it('name only files and folders that are there', () => {
    const folder = /^(?:src|test|webview|examples|docs|dist|media|l10n|\.github)\/[\w./-]+$/;
    const missing = documents.flatMap(({ file, text }) =>
      codeOf(text)
        .filter((code) => folder.test(code) && !isThere(code))
        .map((code) => `${file}: ${code}`),
    );
    assert.deepEqual(missing, []);
  });

  it('name only scripts that package.json has', () => {
    const missing = documents.flatMap(({ file, text }) =>
      [...text.matchAll(/npm run (?:-s )?([\w:]+)/g)]
        .map(([, name = '']) => name)
        .filter((name) => !Object.hasOwn(manifest.scripts, name))
        .map((name) => `${file}: npm run ${name}`),
    );
    assert.deepEqual(missing, []);
  });

  it('name only settings that there are', () => {
    const known = Object.keys(manifest.contributes.configuration.properties);
    const unknown = documents.flatMap(({ file, text }) =>
      codeOf(text)
        .filter((code) => /^sessionPlans\.[\w.]+$/.test(code) && code !== DECLARATION)
        .filter((code) => !known.includes(code))
        .map((code) => `${file}: ${code}`),
    );
    assert.deepEqual(unknown, []);
  });

  it('name every setting to people with its default', () => {
    const rows = readme().matchAll(/^\| `(sessionPlans\.[\w.]+)` +\| `([^`]+)`/gm);
    const named = [...rows].map(([, name = '', value = '']) => [
      name,
      JSON.parse(value) as unknown,
    ]);
    const there = Object.entries(manifest.contributes.configuration.properties).map(
      ([name, property]) => [name, property.default],
    );
    assert.deepEqual(Object.fromEntries(named), Object.fromEntries(there));
  });
});

/** Of what markdown-it makes of a text. */
interface Token {
  readonly type: string;
  readonly content: string;
  readonly children: readonly Token[] | null;
  attrGet(name: string): string | null;
}

function readme(): string {
  return documents.find(({ file }) => file === 'README.md')?.text ?? '';
}

/** What a file of a folder is called; without its ending, as imports have it, too. */
function isThere(path: string): boolean {
  if (path.startsWith('dist/')) return true;
  return ['', '.ts', '.tsx'].some((ending) => existsSync(join(projectFolder, `${path}${ending}`)));
}

function tokensOf(text: string): Token[] {
  const body = text.replace(/^---\n[^]*?\n---\n/, '');
  return new MarkdownIt().parse(body, {}) as Token[];
}

function linksOf(text: string): string[] {
  return tokensOf(text)
    .flatMap((token) => token.children ?? [])
    .map((token) => token.attrGet('href') ?? token.attrGet('src'))
    .filter((link) => link !== null)
    .filter((link) => !/^[a-z][a-z0-9+.-]*:/i.test(link));
}

function codeOf(text: string): string[] {
  return tokensOf(text)
    .flatMap((token) => token.children ?? [])
    .filter(({ type }) => type === 'code_inline')
    .map(({ content }) => content);
}

function leadsSomewhere(from: string, link: string): boolean {
  const [path = '', heading] = decodeURI(link).split('#');
  const target = path === '' ? from : normalize(join(dirname(from), path));
  if (!existsSync(join(projectFolder, target))) return false;
  if (heading === undefined) return true;
  return headingsOf(readFileSync(join(projectFolder, target), 'utf8')).includes(heading);
}

/** As the pages of a repository name them. */
function headingsOf(text: string): string[] {
  const tokens = tokensOf(text);
  return tokens
    .filter((_, at) => tokens[at - 1]?.type === 'heading_open')
    .map(({ content }) =>
      content
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, '')
        .replaceAll(' ', '-'),
    );
}
