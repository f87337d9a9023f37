import assert from 'node:assert/strict';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { markdownParagraph, markdownText } from '../../src/domain/markdownText';
import { visibleText } from '../../src/domain/visibleText';
import { HARD_TEXTS, hardTexts } from './markdownArbitraries';

/** What VS Code's preview renders with, and bolder: raw HTML and links out of every bare domain. */
const renderer = new MarkdownIt({ html: true, linkify: true });

/** The kinds of blocks and of what is in them, with the text that a reader sees. */
function rendered(markdown: string): { kinds: string[]; text: string } {
  const tokens = renderer.parse(markdown, {});
  const inline = tokens.flatMap(({ children }) => children ?? []);
  return {
    kinds: [...tokens, ...inline].map(({ type }) => type).filter((type) => type !== 'inline'),
    text: inline.map(({ content }) => content).join(''),
  };
}

function assertText(markdown: string, block: string, text: string): void {
  const { kinds, text: seen } = rendered(markdown);
  const others = kinds.filter((kind) => !/^(text|text_special|code_inline)$/.test(kind));
  assert.deepEqual(others, [`${block}_open`, `${block}_close`], markdown);
  assert.equal(seen, text, markdown);
}

function assertEverywhere(text: string): void {
  const shown = visibleText(text).trim();
  if (shown === '') return;
  assertText(markdownParagraph(text), 'paragraph', shown);
  assertText(`# ${markdownText(text)}`, 'heading', shown);
  assertText(`Said: ${markdownText(text)} (so)`, 'paragraph', `Said: ${shown} (so)`);
  const { kinds, text: item } = rendered(`- [ ] ${markdownText(text)}\n  - [x] y\n\nEnd`);
  assert.equal(kinds.filter((kind) => kind === 'list_item_open').length, 2, text);
  assert.equal(item, `[ ] ${shown}[x] yEnd`);
}

describe('Text in Markdown', () => {
  it('is left as it is where nothing would interpret it', () => {
    for (const text of [
      'docs: part 2, then (maybe) part 3.5 at 10:30!',
      'snake_case and a < b > c & d, C# or C++ - "why" \'not\'?',
      'and/or, e.g. | 50 % = half; ^caret {brace} a] back\\slash',
      'two  spaces, no-break\u00a0space',
      '日本語の計画 👩‍👩‍👧‍👦 e\u0301\u0302',
    ])
      assert.equal(markdownText(text), text);
  });

  it('is escaped only where it would be markup', () => {
    for (const [text, markdown] of [
      ['*_a_*', '\\*\\_a\\_\\*'],
      ['<b> </b> <!-- -->', '\\<b> \\</b> \\<!-- -->'],
      ['&lt; &#x41; & x', '\\&lt; \\&#x41; & x'],
      ['[x](y) ![z](y)', '\\[x](y) !\\[z](y)'],
      ['${7*7} ~~no~~', '\\${7\\*7} \\~\\~no\\~\\~'],
      ['`code` \\', '\\`code\\` \\\\'],
      ['ends in #', 'ends in \\#'],
    ] as const)
      assert.equal(markdownText(text), markdown);
  });

  it('begins no block, only where a line begins', () => {
    for (const text of ['# x', '- x', '+ x', '1. x', '12) x', '> x', '---', '- - -', '~~~', '+']) {
      assertEverywhere(text);
      assert.notEqual(markdownParagraph(text), text);
    }
    for (const text of ['-5 degrees', '3.5 x', '--flag', '1.', '=== x']) assertEverywhere(text);
    assert.equal(markdownText('- x'), '- x');
    assert.equal(markdownParagraph('-5 or 3. x'), '-5 or 3. x');
  });

  it('shows as code what a renderer would make a link, a mention or a picture of by itself', () => {
    for (const word of [
      ...['a@b.c', '@someone', 'www.a.b', 'WWW.A.B', 'http://a', 'a.bc', 'mailto:a', '//a.b'],
      ...['#12', ':smile:', 'command:quit', 'src/domain/plan.ts', 'x\u202e@y'],
    ]) {
      for (const text of [word, `(${word})`, `${word},`, `"${word}"`])
        assert.match(markdownText(text), /^`.*`$/, text);
    }
    for (const word of ['#x', 'a:', '3.5', 'a/b', '10:30', 'e.g.', '...and', 'std::map'])
      assert.equal(markdownText(word), word);
  });

  for (const text of HARD_TEXTS) {
    it(`[FC.49][FC.51] gives ${JSON.stringify(text)} back to the eye`, () => {
      assertEverywhere(text);
    });
  }

  it('[FC.49][FC.51] gives every text back to the eye and nothing of it to the renderer', () => {
    fc.assert(fc.property(hardTexts, assertEverywhere), { numRuns: 1_000 });
  });
});
