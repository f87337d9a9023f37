import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFiles, projectFolder } from './projectFiles';
import rows from './rows.json';

const ROW_IDS = /^(?:\[(?:DP|PM|PT|FC)x?\.\d+\] ?)+/;
const TITLES =
  /\b(it|describe)(\.\w+)?\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)(\s*\))?/g;
const OTHER_WAYS_TO_SKIP =
  /\bthis\.skip\(|\b[xf](?:it|describe)\(|\b(?:it|describe)\.(?:skip|only)\b/;

const files = projectFiles(['test'], /\.tsx?$/).filter(
  ({ path }) => !path.endsWith('/rows.test.ts'),
);
const titles = files.flatMap(({ text }) =>
  [...text.matchAll(TITLES)].map(([, kind, , single, double, template]) => ({
    kind,
    ids: (ROW_IDS.exec(single ?? double ?? template ?? '')?.[0] ?? '').match(/[^[\] ]+/g) ?? [],
  })),
);

describe('claimed rows', () => {
  it('each has a test whose title opens with its id', () => {
    const shown = new Set(titles.filter(({ kind }) => kind === 'it').flatMap(({ ids }) => ids));
    const missing = Object.keys(rows).filter((id) => !shown.has(id));
    assert.deepEqual(missing, []);
  });

  it('each id in a title is a claimed row', () => {
    const unknown = titles.flatMap(({ ids }) => ids).filter((id) => !(id in rows));
    assert.deepEqual([...new Set(unknown)], []);
  });

  it('none is said not to apply', () => {
    const notes = readFileSync(join(projectFolder, 'src', 'SPEC-NOTES.md'), 'utf8');
    const named = [...notes.matchAll(/^\| ((?:DP|PM|PT|FC)x?\.\d+) /gm)].map(([, id = '']) => id);
    assert.ok(named.length > 0);
    assert.deepEqual(
      named.filter((id) => id in rows),
      [],
    );
  });

  it('no test is skipped, left empty or run alone', () => {
    const found = files.filter(
      ({ text }) =>
        OTHER_WAYS_TO_SKIP.test(text) ||
        [...text.matchAll(TITLES)].some(([, kind, , , , , empty]) => kind === 'it' && empty),
    );
    assert.deepEqual(
      found.map(({ path }) => path),
      [],
    );
  });
});
