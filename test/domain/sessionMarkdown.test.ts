import assert from 'node:assert/strict';
import type { PlanEvent } from '../../src/domain/planEvent';
import { markdownText } from '../../src/domain/markdownText';
import { sessionMarkdown } from '../../src/domain/sessionMarkdown';
import { aRecord, aStep } from '../support/storeFixtures';
import { HARD_TEXTS } from './markdownArbitraries';
import { written } from './writtenEvents';

function markdownOf(events: PlanEvent[], missing: number[] = [], title = 'A plan'): string {
  const last = events.findLast((event) => event.type === 'plan_updated');
  const plan = last?.type === 'plan_updated' ? last.data.plan : null;
  return sessionMarkdown({ record: aRecord('srv:1', { title, plan }), events, missing });
}

describe('A session as Markdown', () => {
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
        '`2030-01-01T00:00:00.000Z`, update_plan',
        '',
        '- Added: Do c (cancelled)',
        '- Blocked: Do b well',
        '- Renamed: Do b → Do b well',
        '- Links or label changed: Do b well',
        '- Explanation: none',
        '',
        '### Revision 2',
        '',
        '`2030-01-01T00:00:00.000Z`, update_plan',
        '',
        '- Removed: Do c',
        '- Marked complete: Do a',
        '- Started: Do b',
        '',
        '### Revision 1',
        '',
        '`2030-01-01T00:00:00.000Z`, update_plan',
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

  it('names the workspace, what was moved, and what got another place in the tree or another label', () => {
    const record = aRecord('srv:1', { workspace: 'file:///w' });
    const workspace = sessionMarkdown({ record, events: [], missing: [] });
    assert.match(workspace, /\n- Workspace: `file:\/\/\/w`\n/);
    assert.doesNotMatch(markdownOf([]), /Workspace|History/);
    const [a, b, c] = [aStep('a'), aStep('b'), aStep('c')];
    const second = (...steps: (typeof a)[]) =>
      markdownOf([written(1, [a, b, c]), written(2, steps)]);
    assert.match(second(b, a, c), /### Revision 2\n\n.*\n\n- Moved: Do [ab]\n\n/);
    assert.match(second(a, { ...b, parent_id: 'a' }, c), /\n\n- Links or label changed: Do b\n\n/);
    assert.match(
      second(a, b, { ...c, active_form: 'Doing c' }),
      /\n\n- Links or label changed: Do c\n\n/,
    );
  });

  it('passes over what is no revision, and tells of events that cannot be read where no revision is left', () => {
    const left: PlanEvent = {
      ...written(2, []),
      type: 'plan/mode',
      data: { active: true },
    };
    assert.equal(markdownOf([left]).includes('History'), false);
    assert.match(markdownOf([left, written(3, [aStep('a')])]), /## History\n\n### Revision 3\n/);
    assert.match(
      markdownOf([], [1]),
      /\n## History\n\n1 of the recorded events cannot be read.*\n$/,
    );
  });

  for (const text of HARD_TEXTS) {
    it(`[FC.49] keeps ${JSON.stringify(text)} text in every place of it`, () => {
      const hostile = aStep('a', { description: text });
      const renamed = aStep('a', { description: 'Plain', depends_on: ['b'] });
      const markdown = markdownOf(
        [
          written(1, [hostile, aStep('b', { description: text })], `x ${text}`),
          written(2, [renamed, aStep('b', { description: text })], `y ${text}`),
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
});
