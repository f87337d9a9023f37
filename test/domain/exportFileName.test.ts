import assert from 'node:assert/strict';
import fc from 'fast-check';
import { exportFileName, freeName } from '../../src/domain/exportFileName';
import { utf8Bytes } from '../../src/domain/textLimits';

describe('The file name of an export', () => {
  const NAMES: readonly [string, string][] = [
    ['Fix the login', 'Fix the login'],
    ['Größe ändern 修正', 'Größe ändern 修正'],
    ['CON', 'plan CON'],
    ['con', 'plan con'],
    ['Aux.txt', 'plan Aux.txt'],
    ['COM1', 'plan COM1'],
    ['LPT³', 'plan LPT³'],
    ['NUL ', 'plan NUL'],
    ['Conference', 'Conference'],
    ['ends in dots...', 'ends in dots'],
    ['ends in spaces  ', 'ends in spaces'],
    ['[Image #1]', 'Image 1'],
    ['../../etc/passwd', 'etc passwd'],
    ['a/b\\c:d*e?f"g<h>i|j', 'a b c d e f g h i j'],
    ['.hidden', 'hidden'],
    ['--force', 'force'],
    ['a\u0000b\u202ec\nd', 'a b c d'],
    ['🙂', 'plan'],
    ['', 'plan'],
    ['. . .', 'plan'],
    ['v1.2', 'v1.2'],
    ['what ... else', 'what . else'],
    ['a <> b', 'a b'],
    ['e\u0301', '\u00e9'],
  ];
  for (const [title, name] of NAMES) {
    it(`[FC.52] for ${JSON.stringify(title)} is ${JSON.stringify(name)}`, () => {
      assert.equal(exportFileName(title), name);
    });
  }

  it('[FC.52] is never too long, cut inside a letter, or anything but a name', () => {
    assert.equal(exportFileName('x'.repeat(100_000)), 'x'.repeat(120));
    assert.equal(exportFileName('修'.repeat(200)), '修'.repeat(40));
    const titles = fc.string({ unit: 'binary', maxLength: 300 });
    const chosen = fc.constantFrom(
      'CON',
      'nul',
      '.',
      '..',
      ' ',
      '/',
      '\\',
      '[',
      '#',
      'e\u0301',
      'é',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          titles,
          fc.array(chosen).map((all) => all.join('')),
        ),
        (title) => {
          const name = exportFileName(title);
          assert.match(name, /^[\p{L}\p{N}]([\p{L}\p{M}\p{N} ._-]*[\p{L}\p{M}\p{N}])?$/u);
          assert.ok(utf8Bytes(name) <= 125);
          assert.doesNotMatch(name, /^(con|prn|aux|nul|com\d|lpt\d)(\.|$| )/i);
          assert.doesNotMatch(name, /\.\.|\/|\\/);
        },
      ),
    );
  });

  it('gets a number where it is taken, in whatever letter case', () => {
    const taken = new Set(['plan.md', 'plan 2.md']);
    assert.equal(freeName('Plan', 'md', taken), 'Plan 3.md');
    assert.equal(freeName('Plan', 'json', taken), 'Plan.json');
  });
});
