import assert from 'node:assert/strict';
import fc from 'fast-check';
import { PLAN_ENFORCEMENT, type PlanEvent } from '../../src/domain/planEvent';
import type { PlanDocument, PlanStep } from '../../src/domain/plan';
import { markdownText, planMarkdown } from '../../src/domain/planMarkdown';
import { sessionExportJson } from '../../src/domain/sessionExport';
import { visibleText } from '../../src/domain/visibleText';
import { aRecord, aStep } from '../support/storeFixtures';

const AT = '2030-01-01T00:00:00.000Z';

function written(revision: number, steps: PlanStep[], explanation = ''): PlanEvent {
  const call_id = `call-${String(revision)}`;
  const plan: PlanDocument = { revision, turn_id: 't', call_id, explanation, steps };
  const result = { isError: false, content: [] };
  const data = {
    name: 'update_plan',
    call_id,
    plan,
    result,
    enforcement: PLAN_ENFORCEMENT,
  } as const;
  return { type: 'plan_updated', data, sequence: revision, at: AT };
}

function markdownOf(events: PlanEvent[], missing: number[] = [], title = 'A plan'): string {
  const last = events.findLast((event) => event.type === 'plan_updated');
  const plan = last?.type === 'plan_updated' ? last.data.plan : null;
  return planMarkdown({ record: aRecord('srv:1', { title, plan }), events, missing });
}

/** What a reader of any dialect sees: code as it is, and the rest without its escapes. */
function seen(markdown: string): string {
  let text = '';
  for (let at = 0; at < markdown.length;) {
    const fence = /^`+/.exec(markdown.slice(at))?.[0];
    if (fence !== undefined) {
      const end = markdown.slice(at + fence.length).search(new RegExp(`(?<!\`)${fence}(?!\`)`));
      assert.ok(end >= 0, `code without an end: ${markdown}`);
      const code = markdown.slice(at + fence.length, at + fence.length + end);
      text += /^ .* $/.test(code) ? code.slice(1, -1) : code;
      at += 2 * fence.length + end;
    } else if (markdown[at] === '\\') {
      text += markdown[at + 1] ?? assert.fail('a backslash at the end breaks the line');
      at += 2;
    } else {
      assert.match(markdown[at] ?? '', /[^!-/:-@[-`{-~]/, `live punctuation: ${markdown}`);
      text += markdown[at++] ?? '';
    }
  }
  return text;
}

describe('A plan as Markdown', () => {
  it('is a checklist with what the boxes cannot say, then each revision and what it changed', () => {
    const [a, b, c] = [aStep('a'), aStep('b'), aStep('c')];
    const events = [
      written(1, [a, b, { ...c, status: 'completed' }], 'First go'),
      written(
        2,
        [
          { ...a, status: 'completed' },
          { ...b, status: 'in_progress' },
        ],
        'First go',
      ),
      written(3, [
        { ...a, status: 'completed' },
        { ...b, description: 'Do b well', status: 'blocked', depends_on: ['a'] },
        { ...c, status: 'cancelled', parent_id: 'b' },
      ]),
    ];
    assert.equal(
      markdownOf(events),
      [
        '# A plan',
        '',
        '- Session: `srv:1`',
        '- Updated: `2030-01-01T00:00:00.000Z`',
        '- Revision 3: 1 of 3 steps marked complete by the agent',
        '',
        '## Plan',
        '',
        '- [x] Do a',
        '- [ ] Do b well (blocked) (after: Do a)',
        '  - [ ] Do c (cancelled)',
        '',
        '## History',
        '',
        '### Revision 3',
        '',
        '`2030-01-01T00:00:00.000Z`, update\\_plan',
        '',
        '- Added: Do c (cancelled)',
        '- Blocked: Do b well',
        '- Renamed: Do b → Do b well',
        '- Links or label changed: Do b well',
        '- Explanation: none',
        '',
        '### Revision 2',
        '',
        '`2030-01-01T00:00:00.000Z`, update\\_plan',
        '',
        '- Removed: Do c',
        '- Marked complete: Do a',
        '- Started: Do b',
        '',
        '### Revision 1',
        '',
        '`2030-01-01T00:00:00.000Z`, update\\_plan',
        '',
        '- Added: Do a',
        '- Added: Do b',
        '- Added: Do c (marked complete)',
        '- Explanation: First go',
        '',
      ].join('\n'),
    );
  });

  it('says so when there is no plan, when it was cleared, and when something cannot be read', () => {
    assert.match(markdownOf([]), /\nNo plan was written yet\.\n$/);
    const cleared = markdownOf([written(1, [aStep('a')]), written(2, [])], [3, 4]);
    assert.match(cleared, /\nThe plan was cleared\.\n/);
    assert.match(cleared, /- The plan was cleared\n- Removed: Do a\n/);
    assert.match(cleared, /\n2 of the recorded events cannot be read/);
    const same = markdownOf([written(1, [aStep('a')]), written(2, [aStep('a')])]);
    assert.match(same, /### Revision 2\n\n.*\n\n- Nothing changed\n/);
  });

  it('shows every step once, also below itself or below nothing', () => {
    const steps = [
      aStep('a', { parent_id: 'b' }),
      aStep('b', { parent_id: 'a' }),
      aStep('c', { parent_id: 'gone', depends_on: ['gone'] }),
    ];
    const lines = markdownOf([written(1, steps)]).split('\n');
    assert.deepEqual(
      lines.filter((line) => line.includes('[ ]')),
      ['- [ ] Do c', '- [ ] Do a', '  - [ ] Do b'],
    );
  });

  const HOSTILE = [
    '<img src=x onerror=alert(1)>',
    '" onmouseover="alert(1)',
    '[x](javascript:alert(1))',
    '[x](command:workbench.action.quit)',
    '</script><!--',
    '${7*7}',
    '*_~~`code`~~_*',
    '# no heading',
    'https://example.com, www.example.com, example.com or me@example.com',
    '![picture](http://example.com/x.png) &lt;b&gt; &#64;',
    ':smile: @someone #123 | cell |',
    '[ref]: x',
    'ends in a backslash \\',
    '```\nfence',
    '\u202egnp.exe\u0000',
  ];
  for (const text of HOSTILE) {
    it(`[FC.49] keeps ${JSON.stringify(text)} text in every place of it`, () => {
      const shown = visibleText(text);
      assert.equal(seen(markdownText(text)), shown);
      const hostile = aStep('a', { description: text });
      const renamed = aStep('a', { description: 'Plain', depends_on: ['b'] });
      const markdown = markdownOf(
        [
          written(1, [hostile, aStep('b', { description: text })], text),
          written(2, [renamed, aStep('b', { description: text })], `x ${text}`),
        ],
        [],
        text,
      );
      const places = markdown.split(markdownText(text)).length - 1;
      assert.ok(places >= 8, `${String(places)} places in ${markdown}`);
      const others = markdown.replaceAll(markdownText(text), '');
      assert.doesNotMatch(others, /[<>&$*~!|@\u202e\0]/);
    });
  }

  it('[FC.49] gives every text back to the eye and nothing of it to the renderer', () => {
    const parts = fc.constantFrom(
      ...Array.from('`*_[](){}<>!#@.:/\\&;~^|-+=$"\'\n\u202e 1a'),
      'www.',
      '``',
    );
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(parts).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const spaced = visibleText(text).split(/\s+/u).filter(Boolean).join(' ');
        assert.equal(seen(markdownText(text)), spaced);
        assert.doesNotMatch(markdownText(text), /[\n\r]/);
      }),
    );
  });

  it('[FC.49] leaves no word outside of code that a renderer makes a link of by itself', () => {
    const words = [
      'a@b.c',
      '@someone',
      'www.a.b',
      'WWW.A.B',
      'http://a',
      'a.bc',
      'mailto:a',
      '//a.b',
      '#12',
      '/x',
    ];
    for (const word of words) {
      for (const text of [word, `(${word})`, `${word},`, `"${word}"`])
        assert.match(markdownText(text), /^`.*`$/, text);
    }
    assert.equal(markdownText('One. Two: three...'), 'One\\. Two\\: three\\.\\.\\.');
  });
});

describe('A session as JSON', () => {
  it('has a format, its version, the record, and the events as the server sends them', () => {
    const event: PlanEvent = { ...written(1, [aStep('a')]), turn_id: 't', call_id: 'call-1' };
    const record = aRecord('srv:1');
    const json = sessionExportJson({ record, version: 3, events: [event], missing: [2, 3] }, AT);
    assert.deepEqual(JSON.parse(json), {
      ...{ format: 'session-plans/session', format_version: 1, exported: AT, cursor: '3' },
      session: record,
      events: [
        {
          ...{ cursor: '1', type: 'plan_updated', turn_id: 't', call_id: 'call-1', at: AT },
          data: event.data,
        },
      ],
      unreadable: ['2', '3'],
    });
    assert.match(json, /\}\n$/);
  });
});
