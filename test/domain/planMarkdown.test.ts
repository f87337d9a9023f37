import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { PlanDocument, PlanStep } from '../../src/domain/plan';
import { comparableMarkdown, planMarkdown } from '../../src/domain/planMarkdown';
import { aPlan, aStep } from '../support/storeFixtures';
import { hardTexts } from './markdownArbitraries';

function planOf(steps: PlanStep[], explanation = ''): PlanDocument {
  return { ...aPlan(3, steps), explanation };
}

describe('A plan as Markdown', () => {
  const steps = [
    aStep('a', { status: 'completed' }),
    aStep('b', { status: 'blocked', depends_on: ['a', 'gone'] }),
    aStep('c', { status: 'cancelled', parent_id: 'b' }),
    aStep('d', { status: 'in_progress' }),
  ];

  it('is its title, how far it is, why, and a checklist with what the boxes cannot say', () => {
    assert.equal(
      planMarkdown('A plan', planOf(steps, '1. Why')),
      [
        '# A plan',
        '',
        'Revision 3: 1 of 4 steps marked complete by the agent',
        '',
        '1\\. Why',
        '',
        '- [x] Do a',
        '- [ ] Do b (blocked) (after: Do a)',
        '  - [ ] Do c (cancelled)',
        '- [ ] Do d (in progress)',
        '',
      ].join('\n'),
    );
  });

  it('counts one step in the singular', () => {
    const state = (count: number) =>
      planMarkdown('T', planOf(steps.slice(0, count))).split('\n')[2];
    assert.equal(state(1), 'Revision 3: 1 of 1 step marked complete by the agent');
    assert.equal(state(2), 'Revision 3: 1 of 2 steps marked complete by the agent');
  });

  it('says so when there is no plan, no title, or when it was cleared', () => {
    assert.equal(planMarkdown('', null), '# Plan\n\nNo plan was written yet.\n');
    const cleared = planMarkdown('T', planOf([], 'Why'));
    assert.match(cleared, /0 of 0 steps.*\n\nWhy\n\nThe plan was cleared\.\n$/);
    assert.equal(comparableMarkdown('T', planOf([], 'T')), '# T\n\nThe plan was cleared.\n');
  });

  it('shows every step once, also below itself or below nothing', () => {
    const odd = [
      aStep('a', { parent_id: 'b' }),
      aStep('b', { parent_id: 'a' }),
      aStep('c', { parent_id: 'gone', depends_on: ['gone'] }),
    ];
    const lines = planMarkdown('T', planOf(odd)).split('\n');
    assert.deepEqual(
      lines.filter((line) => line.includes('[ ]')),
      ['- [ ] Do c', '- [ ] Do a', '  - [ ] Do b'],
    );
  });

  it('to be compared counts nothing and names what is waited for by id', () => {
    const markdown = comparableMarkdown('A plan', planOf(steps));
    assert.doesNotMatch(markdown, /Revision|marked complete/);
    assert.match(markdown, /\n- \[ \] Do b \(blocked\) \(after: a; gone\)\n/);
  });

  it('to be compared differs in one line for one step that is renamed or goes on', () => {
    const statuses = ['pending', 'in_progress', 'completed', 'cancelled', 'blocked'] as const;
    fc.assert(
      fc.property(
        fc.array(hardTexts, { minLength: 1, maxLength: 8 }),
        fc.nat(),
        hardTexts,
        fc.constantFrom(...statuses),
        (texts, place, description, status) => {
          const before = texts.map((text, index) => {
            const above = { parent_id: String(index >> 1), depends_on: [String(index >> 1)] };
            return aStep(String(index), { description: text, ...(index > 0 && above) });
          });
          const changed = place % texts.length;
          const after = before.map((step, index) =>
            index === changed ? { ...step, description, status } : step,
          );
          const [left, right] = [before, after].map((list) =>
            comparableMarkdown('T', planOf(list)).split('\n'),
          );
          assert.equal(left?.length, right?.length);
          const different = left?.filter((line, index) => line !== right?.[index]);
          assert.ok((different?.length ?? 2) <= 1);
        },
      ),
    );
  });
});
