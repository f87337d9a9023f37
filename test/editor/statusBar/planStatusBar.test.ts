import assert from 'node:assert/strict';
import type { PlanStep, StepStatus } from '../../../src/domain/plan';
import { PlanError } from '../../../src/domain/planError';
import { sentence } from '../../../src/domain/sentence';
import { openStatusBar } from './statusBarBench';

function steps(...statuses: StepStatus[]): PlanStep[] {
  return statuses.map((status, index) => {
    const name = 'ABC'.charAt(index);
    return { id: name, description: `Do ${name}`, status };
  });
}

describe('planStatusBar', () => {
  const texts: readonly (readonly [string, ...StepStatus[]])[] = [
    ['1/3 Do B', 'completed', 'in_progress', 'pending'],
    ['0/2 Do A', 'pending', 'pending'],
    ['2/2 All steps marked complete by the agent', 'completed', 'completed'],
    ['1/3 Blocked: Do B', 'completed', 'blocked', 'cancelled'],
    ['1/2 No open step', 'completed', 'cancelled'],
    ['0/1 No open step', 'cancelled'],
  ];
  for (const [text, ...statuses] of texts) {
    it(`says “${text}” of ${statuses.join(', ')}`, async () => {
      const { item, follow, write } = await openStatusBar();
      await follow('a');
      await write('a', steps(...statuses));
      assert.equal(item.shown, `$(checklist) ${text}`);
    });
  }

  it('is hidden without a plan, without steps, and where no chat is followed', async () => {
    const { item, follow, write } = await openStatusBar();
    await follow('a');
    assert.equal(item.shown, undefined);
    await write('a', steps('pending'));
    assert.ok(item.shown);
    await write('a', []);
    assert.equal(item.shown, undefined);
    await write('a', steps('pending'));
    await follow(undefined);
    assert.equal(item.shown, undefined);
  });

  it('[FC.3] never shows the plan of one chat for another that cannot be read', async () => {
    const { item, reader, follow, write, log } = await openStatusBar();
    await follow('a');
    await write('a', steps('pending'));
    reader.failure = new PlanError('store_unavailable', 'The file is locked.');
    await follow('b');
    assert.equal(item.shown, undefined);
    assert.equal(log.entries.length, 1);
    reader.failure = undefined;
    await follow('a');
    assert.equal(item.shown, '$(checklist) 0/1 Do A');
  });

  it('keeps what it shows while its own chat cannot be read, and says that it may be old', async () => {
    const { item, reader, follow, write, recheck } = await openStatusBar();
    await follow('a');
    await write('a', steps('pending'));
    reader.failure = new PlanError('store_unavailable', 'The file is locked.');
    await recheck();
    assert.equal(item.shown, '$(checklist) 0/1 Do A $(sync-ignored)');
    assert.match(item.accessibilityInformation.label, /may be out of date/);
    reader.failure = undefined;
    await recheck();
    assert.equal(item.shown, '$(checklist) 0/1 Do A');
  });

  it('says which mode the plan is in, and nothing where there is none', async () => {
    const { item, reader, follow, write, recheck } = await openStatusBar();
    await follow('a');
    await write('a', steps('pending'));
    for (const [planMode, icon, meaning] of [
      [null, '', undefined],
      [{ active: false }, '', 'Plan mode is off.'],
      [{ active: false, pending: true }, ' $(lightbulb-empty)', 'begins with the next request'],
      [{ active: true }, ' $(lightbulb)', 'Plan mode is on.'],
      [{ active: true, pending: false }, ' $(lightbulb-empty)', 'ends with the next request'],
    ] as const) {
      reader.planMode = planMode;
      await recheck();
      assert.equal(item.shown, `$(checklist) 0/1 Do A${icon}`);
      const { label } = item.accessibilityInformation;
      if (meaning === undefined) assert.ok(!label.includes('Plan mode'), label);
      else assert.ok(label.includes(meaning), label);
    }
    await write('a', []);
    assert.equal(item.shown, '$(checklist) No plan yet $(lightbulb-empty)');
    reader.planMode = { active: false };
    await recheck();
    assert.equal(item.shown, undefined);
  });

  it('says that a plan waits for the answer of the person, as long as it does', async () => {
    const { item, follow, write, ask } = await openStatusBar();
    await follow('a');
    await write('a', steps('pending'));
    await ask('b', 4);
    assert.equal(item.shown, '$(checklist) 0/1 Do A');
    await ask('a', 1);
    assert.equal(item.shown, '$(checklist) 0/1 Do A $(question)');
    assert.match(item.accessibilityInformation.label, /Revision 1 waits for your answer\./);
    await ask('a');
    assert.equal(item.shown, '$(checklist) 0/1 Do A');
  });

  it('[FC.31] marks a step that nobody works on any more, where it can know that', async () => {
    const { item, reader, follow, write, recheck } = await openStatusBar();
    await follow('a');
    await write('a', steps('in_progress'));
    assert.equal(item.shown, '$(checklist) 0/1 Do A');
    reader.coworker = 'planner';
    await recheck();
    assert.equal(item.shown, '$(checklist) 0/1 Do A $(debug-pause)');
    assert.match(item.accessibilityInformation.label, /not running/);
    reader.turns.set('a', { turn_id: 't', state: 'running' });
    await recheck();
    assert.equal(item.shown, '$(checklist) 0/1 Do A');
    reader.turns.set('a', { turn_id: 't', state: 'interrupted' });
    await recheck();
    assert.equal(item.shown, '$(checklist) 0/1 Do A $(debug-pause)');
    await write('a', steps('pending'));
    assert.equal(item.shown, '$(checklist) 0/1 Do A');
  });

  it('warns of damage, also where nothing else is left to show', async () => {
    const { item, reader, follow, write, recheck } = await openStatusBar();
    await follow('a');
    await write('a', steps('pending'));
    reader.problems = [{ kind: 'bad_row', message: sentence`A row is lost.` }];
    await recheck();
    assert.equal(item.shown, '$(checklist) 0/1 Do A $(warning)');
    assert.equal(item.backgroundColor?.id, 'statusBarItem.warningBackground');
    await write('a', []);
    assert.equal(item.shown, '$(checklist) No plan yet $(warning)');
  });

  it('tells more in its tooltip: title, progress, and the steps that come next', async () => {
    const { item, follow, write } = await openStatusBar();
    await follow('a');
    const statuses = ['completed', 'in_progress', 'pending', 'blocked', 'pending'] as const;
    const plan = statuses.map((status, index) => ({
      ...{ id: String(index), description: `Do ${String(index)}`, status },
    }));
    await write('a', plan);
    const text = item.tooltip.value.replaceAll('\\', '');
    assert.match(
      text,
      /^T\n\nPlan: 1 of 5 steps marked complete\.\n\nDo 1\n\nNext:\n\n- Do 2\n- Do 4\n/,
    );
    assert.match(text, /A click shows the plan/);
    assert.match(item.accessibilityInformation.label, /^T\. Plan: 1 of 5 .* Do 1$/);
    await write('a', steps('pending', 'pending'));
    assert.match(item.tooltip.value, /Next:\n\n\\?- Do B\n/);
  });

  it('[FC.7] says that the store is away where it shows no plan, and beside the plan that it shows', async () => {
    const { item, reader, reach, follow, write, recheck } = await openStatusBar();
    reach.problem = new PlanError('store_unavailable', 'Nothing answers.');
    reader.failure = reach.problem;
    await recheck();
    assert.equal(item.shown, '$(warning) Plans');
    assert.match(item.accessibilityInformation.label, /does not answer.* Nothing answers\.$/);
    await follow('a');
    assert.equal(item.shown, '$(warning) Plans');
    reader.failure = reach.problem = undefined;
    await write('a', steps('pending'));
    assert.equal(item.shown, '$(checklist) 0/1 Do A');
    reader.failure = reach.problem = new PlanError('store_unavailable', 'Nothing answers.');
    await recheck();
    assert.equal(item.shown, '$(checklist) 0/1 Do A $(sync-ignored)');
    assert.match(item.accessibilityInformation.label, /out of date\. Nothing answers\./);
    reader.failure = reach.problem = undefined;
    await follow(undefined);
    assert.equal(item.shown, undefined);
  });

  it('is not hidden by the failure of an older look', async () => {
    const { item, reader, follow, write, settle } = await openStatusBar();
    await write('a', steps('pending'));
    let fail: (error: Error) => void = () => undefined;
    reader.gate = new Promise((_, reject) => (fail = reject));
    await follow('b');
    reader.gate = Promise.resolve();
    await follow('a');
    fail(new PlanError('store_unavailable', 'The file is locked.'));
    await settle();
    assert.equal(item.shown, '$(checklist) 0/1 Do A');
  });

  it('[FC.51] shows nothing hidden, and makes no icon of a text', async () => {
    const { item, reader, follow, write } = await openStatusBar();
    reader.title = 'Title\u200B';
    await follow('a');
    const description = 'safe\u202Egnp $(error)';
    await write('a', [{ id: 'a', description, status: 'pending' }]);
    const text = 'safe⟨U+202E⟩gnp $(error)';
    assert.equal(item.shown, '$(checklist) 0/1 safe⟨U+202E⟩gnp \\$(error)');
    const { value, ...rights } = item.tooltip;
    assert.ok(value.startsWith('Title⟨U\\+200B⟩\n\n'), value);
    assert.ok(value.includes('\n\nsafe⟨U\\+202E⟩gnp \\$\\(error\\)\n\n'), value);
    assert.deepEqual(rights, {
      ...{ isTrusted: undefined, supportThemeIcons: undefined, supportHtml: undefined },
    });
    assert.ok(item.accessibilityInformation.label.endsWith(text));
  });
});
