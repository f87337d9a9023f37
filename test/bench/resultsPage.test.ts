import assert from 'node:assert/strict';
import { format } from 'prettier';
import { toResultsPage } from './resultsPage';

describe('the page of results', () => {
  const lines = [
    { name: '… with a | b', value: 1.234, unit: 'times', atMost: 1, note: 'p95 `x` < 2 | 3' },
    { name: 'lost', value: 0, unit: '', atMost: 0 },
    { name: 'only told', value: 12.5, unit: 'ms' },
  ];
  const page = toResultsPage(
    [
      { what: 'the store', lines },
      { what: 'the panel', lines: [], failure: 'Error: no browser\n  at nowhere' },
    ],
    0.5,
  );

  it('says of everything whether its bound is kept, and what could not be measured', () => {
    assert.match(page, /1 of 2 bounds are kept; not measured: the panel\.$/m);
    assert.match(page, /^## The store$/m);
    assert.match(page, /^\| … with a \\\| b +\| 1\.23 times +\| <= 1 MISSED +\|/m);
    assert.match(page, /^\| lost +\| 0 +\| <= 0 +\|/m);
    assert.match(page, /^Not measured: Error: no browser at nowhere$/m);
  });

  it('is formatted as every document is', async () => {
    assert.equal(await format(page, { parser: 'markdown', printWidth: 100 }), page);
  });
});
