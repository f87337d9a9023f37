import assert from 'node:assert/strict';
import type { PlanDocument } from '../../src/domain/plan';
import { waitingFor } from '../../src/domain/planText';
import { type LinkView, NO_LINKS, summaryText } from '../../src/domain/stepViews';
import { resultText } from '../../src/domain/toolResult';
import type { PlanStep, StepStatus } from '../../src/domain/plan';
import { decided, given, manySteps, planAt, readPlan, step } from './planFixtures';

const planText = (plan: PlanDocument) => resultText(decided(plan, readPlan).result);
const withStatus = (status: StepStatus, id: string = status): PlanStep => ({ ...step(id), status });

describe('the plan as read_plan shows it', () => {
  it('is a numbered list with marker and id, then the summary', () => {
    const statuses = ['pending', 'in_progress', 'completed', 'cancelled', 'blocked'] as const;
    assert.equal(
      planText(
        planAt(
          7,
          statuses.map((status) => withStatus(status)),
        ),
      ),
      [
        'Current plan (revision 7):',
        '1. [ ] [pending] Do pending',
        '2. [~] [in_progress] Do in_progress',
        '3. [x] [completed] Do completed',
        '4. [-] [cancelled] Do cancelled',
        '5. [!] [blocked] Do blocked',
        '',
        'Summary: 1 completed, 1 blocked, 1 in progress, 1 pending, 1 cancelled',
      ].join('\n'),
    );
  });

  it('leaves blocked and cancelled out of the summary where there are none', () => {
    assert.equal(summaryText([step('a')]), 'Summary: 0 completed, 0 in progress, 1 pending');
  });

  it('says that all is done only when something is done and nothing is open', () => {
    const note = /\n\nEvery step is done/;
    assert.match(summaryText([withStatus('completed'), withStatus('cancelled')]), note);
    assert.doesNotMatch(summaryText([withStatus('cancelled')]), note);
    for (const open of ['pending', 'in_progress', 'blocked'] as const) {
      assert.doesNotMatch(summaryText([withStatus('completed'), withStatus(open)]), note);
    }
  });

  it('says what to pass first when there is no plan, and after one was cleared', () => {
    const none = given(null).when(readPlan);
    none.thenAnswers();
    assert.match(none.text, /no plan yet.*update_plan.*expected_revision 0/);
    const cleared = given(planAt(5, [])).when(readPlan);
    assert.match(cleared.text, /no steps.*update_plan.*expected_revision 5/);
    assert.deepEqual(cleared.thenAnswers().structuredContent, { revision: 5, step_count: 0 });
  });

  it('cuts the longest descriptions first and never a short one', () => {
    const short = manySteps(12);
    const long = Array.from({ length: 20 }, (_, index) =>
      step(`long${index}`, { description: `${'x'.repeat(239)}y` }),
    );
    assert.ok(!planText(planAt(1, [...short, ...long])).includes('shortened'));
    const wide = long.map((entry) => ({ ...entry, id: entry.id.padEnd(64, '~') }));
    const text = planText(planAt(1, [...short, ...wide]));
    for (const { description } of short) assert.ok(text.includes(`] ${description}\n`));
    const lengths = [...text.matchAll(/\] (x+)…$/gm)].map(([, kept]) => kept?.length);
    assert.equal(lengths.length, 20);
    assert.equal(new Set(lengths).size, 1);
    assert.match(text, /\n\(Some of it is shortened[^\n]*\)$/);
  });

  it('names the first prerequisites that a step waits for, and counts the others', () => {
    const steps = manySteps(7);
    const byId = new Map(steps.map((each) => [each.id, each]));
    const waits = (count: number, links?: LinkView) => {
      const depends_on = steps.slice(0, count).map(({ id }) => id);
      return waitingFor({ ...step('last'), depends_on }, byId, links);
    };
    const [one = '', two = '', three = '', four = ''] = steps.map(({ id }) => id);
    assert.equal(waits(4), ` for ${one}, ${two}, ${three}, ${four}`);
    assert.equal(waits(7), ` for ${one}, ${two}, ${three}, ${four} and 3 more`);
    assert.equal(waits(3, { prerequisites: 2 }), ` for ${one}, ${two} and 1 more`);
    assert.equal(waits(3, NO_LINKS), '');
  });

  it('[FC.51] cuts at grapheme edges', () => {
    const family = '👩‍👩‍👧‍👦';
    const steps = manySteps(32).map(({ id }) =>
      step(id.padEnd(64, '~'), { description: family.repeat(9) }),
    );
    const shown = [...planText(planAt(1, steps)).matchAll(/\] (\S+)…$/gm)].map(
      ([, kept]) => kept ?? '',
    );
    assert.equal(shown.length, 32);
    for (const kept of shown) assert.equal(kept, family.repeat(kept.length / family.length));
  });
});
