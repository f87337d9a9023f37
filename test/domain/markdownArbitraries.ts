import fc from 'fast-check';

/** Texts that try to be more than text (FC.49), and such that are hard to keep (FC.51). */
export const HARD_TEXTS: readonly string[] = [
  '<img src=x onerror=alert(1)>',
  '" onmouseover="alert(1)',
  '[x](javascript:alert(1))',
  '[x](command:workbench.action.quit)',
  '</script><!--',
  '${7*7}',
  '*_~~`code`~~_*',
  '# no heading #',
  'https://example.com, www.example.com, example.com or me@example.com',
  '![picture](http://example.com/x.png) &lt;b&gt; &#64;',
  ':smile: @someone #123 | cell |',
  '[ref]: x',
  '<https://example.com> <me@example.com>',
  'ends in a backslash \\',
  '```\nfence',
  '~~~',
  '- item',
  '1. item',
  '> quotation',
  '===',
  '---',
  '[^1] and [ ] and [x]',
  '\u202egnp.exe\u0000\u0085\u009b31m\u001b[31m',
  '👩‍👩‍👧‍👦 🏳️‍🌈 e\u0301\u0302\u0303 日本語 \ud800',
];

const PARTS = [
  ...Array.from('`*_[](){}<>!#@.:/\\&;~^|-+=$"\'\n\u202e\u00a0 1aé'),
  ...['www.', '``', '- ', '1. ', '](', '&lt;', 'x@y.zz', 'http://', '  ', '\t', '~~~', '</a>'],
];

export const hardTexts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom(...PARTS)).map((all) => all.join('')),
  fc.constantFrom(...HARD_TEXTS),
);
