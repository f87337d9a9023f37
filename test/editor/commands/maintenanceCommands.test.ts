import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { withFreeRoom } from '../../support/grownSession';
import { appendPlans, loadExisting } from '../../support/storeFixtures';
import { MaintainedWorkbench, ONE, TWO } from './maintainedWorkbench';

describe('the commands for stored plans', () => {
  let bench: MaintainedWorkbench;
  beforeEach(async () => {
    bench = await new MaintainedWorkbench().load();
  });
  afterEach(() => bench.end());

  const last = () => bench.messages.at(-1) ?? assert.fail('nothing was said');

  it('say that there is no plan yet, and ask nothing', async () => {
    for (const command of [
      ...['verifyPlans', 'inspectPlan', 'compactPlans', 'revealPlanStorage'],
      ...[
        'openMarkdown',
        'compareRevisions',
        'copyMarkdown',
        'copyLink',
        'savePlan',
        'exportPlans',
      ],
      ...['exportAllPlans', 'restorePlanCopy', 'deletePlan', 'restoreDeletedPlan'],
    ]) {
      bench.messages.length = 0;
      await bench.run(command);
      assert.equal(bench.messages.length, 1, command);
      assert.match(last().text, /^There is no (plan yet|deleted plan)\.$/);
      assert.deepEqual([last().kind, bench.picks.length], ['info', 0], command);
    }
    assert.deepEqual(readdirSync(bench.plans.root), []);
  });

  it('list plans with title, progress, workspace and time, the current one selected', async () => {
    await bench.withTwoPlans();
    bench.choose = () => undefined;
    for (const [key, label] of [
      [undefined, undefined],
      [ONE, 'First'],
    ] as const) {
      bench.shown.key = key;
      for (const command of ['deletePlan', 'restorePlanCopy', 'inspectPlan']) {
        await bench.run(command);
        const { items, active } = bench.picks.at(-1) ?? assert.fail();
        assert.deepEqual(
          active.map((item) => item.label),
          label === undefined ? [] : [label],
        );
        assert.equal(items[0]?.label, '\\$(bug) [x](command:quit) ⟨U+202E⟩');
        assert.deepEqual([items[1]?.label, items[1]?.description], ['First', '0 of 2 steps']);
        assert.match(items[1]?.detail ?? '', /updated .*2030.* · \/home\/me\/a b$/);
      }
    }
    assert.deepEqual(bench.messages, []);
  });

  it('[FC.49] ask before a plan is deleted, naming it as text, and bring it back', async () => {
    await bench.withTwoPlans();
    bench.shown.key = TWO;
    await bench.run('deletePlan');
    assert.equal(last().text, 'Delete the plan "$(bug) [x](command:quit) ⟨U+202E⟩"?');
    assert.deepEqual([last().modal, last().buttons], [true, ['Move to Trash']]);
    assert.match(last().detail ?? '', /Revision 1, 0 of 2 steps/);
    assert.ok(await bench.host.service.snapshot(TWO), 'closing the question deleted it');
    bench.press = ({ buttons }) => buttons.find((button) => button !== 'Show the Plan');
    await bench.run('deletePlan');
    const told = bench.messages.at(-2) ?? assert.fail();
    assert.deepEqual(told.buttons, ['Undo']);
    assert.equal(last().text, 'The plan is back, with its history.');
    assert.match(told.text, /^The plan "\$\(bug\) \[x\] \(command:quit\) .*" is in the trash/);
    assert.equal((await bench.host.service.snapshot(TWO))?.version, 1, 'Undo brought nothing back');
    bench.press = () => 'Move to Trash';
    await bench.run('deletePlan');
    assert.equal(await bench.host.service.snapshot(TWO), undefined);
    assert.equal(bench.shown.rechecks, 3);
    bench.press = ({ buttons }) => buttons.find((button) => button === 'Show the Plan');
    await bench.run('restoreDeletedPlan');
    assert.equal((await bench.host.service.snapshot(TWO))?.version, 1);
    assert.deepEqual(bench.ran, [['sessionPlans.showPlan']]);
    assert.match(bench.picks.at(-1)?.items[0]?.detail ?? '', /^deleted /);
  });

  it('say why a deleted plan cannot come back where its chat has one again', async () => {
    await bench.withTwoPlans();
    bench.press = ({ buttons }) => buttons.find((button) => button === 'Move to Trash');
    bench.shown.key = ONE;
    await bench.run('deletePlan');
    await appendPlans(bench.plans.open(), ONE, 1);
    await bench.run('restoreDeletedPlan');
    assert.equal(last().kind, 'error');
    assert.match(last().text, /has a plan again.*Delete that one first/);
    assert.equal((await bench.host.service.snapshot(ONE))?.version, 1);
  });

  it('ask before a copy is restored, saying what is there and what would come', async () => {
    await bench.withTwoPlans();
    bench.shown.key = ONE;
    await bench.run('restorePlanCopy');
    assert.deepEqual([last().modal, last().buttons], [true, ['Restore']]);
    assert.match(
      last().detail ?? '',
      /^Now: revision 2, .*\nCopy: revision 1, .*\n\nWhat is there now is kept/,
    );
    assert.equal((await loadExisting(bench.plans.open(), ONE)).record.plan?.revision, 2);
    bench.press = ({ buttons }) => buttons[0];
    await bench.run('restorePlanCopy');
    assert.equal((await loadExisting(bench.plans.open(), ONE)).record.plan?.revision, 1);
    assert.match(last().text, /revision 1/);
    assert.deepEqual(bench.ran, [['sessionPlans.revealPlanStorage']]);
    bench.shown.key = TWO;
    await bench.run('restorePlanCopy');
    assert.match(last().text, /no last good copy/);
  });

  it('restore nothing when the plan changes while the question is open', async () => {
    await bench.withTwoPlans();
    bench.shown.key = ONE;
    const other = bench.plans.open();
    bench.press = async ({ modal }) => {
      if (modal) await appendPlans(other, ONE, 3);
      return 'Restore';
    };
    await bench.run('restorePlanCopy');
    assert.match(last().text, /changed at the same time, so nothing was done/);
    assert.equal((await loadExisting(other, ONE)).record.plan?.revision, 3);
  });

  it('verify everything, and show what is damaged', async () => {
    await bench.withTwoPlans();
    await bench.run('verifyPlans');
    assert.deepEqual(
      [last().kind, last().text],
      ['info', 'Plans verified: 2. Nothing is damaged.'],
    );
    assert.deepEqual(bench.progress, ['1/2', '2/2']);
    writeFileSync(bench.plans.file(TWO), 'x');
    bench.press = () => 'Show Details';
    await bench.run('verifyPlans');
    assert.deepEqual(last().kind, 'warning');
    assert.match(last().text, /^1 of 2 plans are damaged/);
    const { name, content } = bench.texts[0] ?? assert.fail();
    assert.equal(name, 'Verified plans.txt');
    assert.match(content, /^1 of 2 plans are damaged\.\nA damaged plan goes on/);
    const [, damaged = '', sound = ''] = content.split('\n\n');
    const [what = '', where, why = ''] = damaged.split('\n');
    assert.match(what, /^damaged: /);
    assert.equal(where, `    ${bench.plans.file(TWO)}`);
    assert.match(why, /^ {4}The live file cannot be used/);
    assert.equal(sound, `ok: First\n    ${bench.plans.file(ONE)}\n`);
    bench.cancelAfter = 1;
    await bench.run('verifyPlans');
    assert.match(last().text, /Cancelled before/);
  });

  it('inspect one plan as JSON, and compact all of them', async () => {
    await bench.withTwoPlans();
    bench.shown.key = ONE;
    await bench.run('inspectPlan');
    const { content, name } = bench.texts[0] ?? assert.fail();
    const inspected = JSON.parse(content) as Record<string, unknown>;
    assert.deepEqual([inspected['session'], inspected['revision']], [ONE, 2]);
    assert.equal(name, 'Storage of First.json');
    await bench.run('compactPlans');
    assert.equal(last().text, 'No plan takes more room than it needs.');
    await withFreeRoom(bench.plans.open(), ONE);
    writeFileSync(bench.plans.file(TWO), 'x');
    writeFileSync(`${bench.plans.file(TWO)}.last-good`, readFileSync(bench.plans.file(ONE)));
    await bench.run('compactPlans');
    assert.match(last().text, /^Plans compacted: 1 of 1\. [12]\d\d KB are free again\.$/);
  });

  it('reveal the folder, or give its path where the file manager is on another machine', async () => {
    await bench.withTwoPlans();
    await bench.run('revealPlanStorage');
    const [[command, uri] = []] = bench.ran as [string, { path: string }][];
    assert.deepEqual([command, uri?.path], ['revealFileInOS', bench.plans.folder]);
    bench.remoteName = 'ssh-remote';
    bench.press = () => 'Copy Path';
    await bench.load();
    await bench.run('revealPlanStorage');
    assert.deepEqual([bench.ran.length, bench.copied], [1, [bench.plans.folder]]);
  });

  it('say what a store in memory cannot do', async () => {
    await bench.keepInMemory();
    for (const command of ['verifyPlans', 'restoreDeletedPlan', 'revealPlanStorage']) {
      await bench.run(command);
      assert.match(last().text, /in memory/, command);
    }
    bench.chosen.push({ kind: 'redis', url: 'redis://db.example' });
    await bench.run('revealPlanStorage');
    assert.match(last().text, /on a Redis server/);
  });
});
