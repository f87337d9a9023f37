import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aPlanCommit } from '../../support/storeFixtures';
import { DocumentedWorkbench } from './documentedWorkbench';
import { ONE, TWO } from '../commands/maintainedWorkbench';

describe('the commands that save plans as files', () => {
  let bench: DocumentedWorkbench;
  beforeEach(async () => {
    bench = await new DocumentedWorkbench().load();
  });
  afterEach(() => bench.end());

  const last = () => bench.messages.at(-1) ?? assert.fail('nothing was said');
  const files = () => readdirSync(bench.folder).sort();
  const read = (name = '') => readFileSync(join(bench.folder, name), 'utf8');

  it('[FC.52] save the one on the screen under a clean name, as Markdown or JSON', async () => {
    await bench.withTwoPlans();
    bench.shown.key = TWO;
    await bench.run('savePlan');
    assert.deepEqual(files(), ['bug x command quit.md']);
    assert.deepEqual(
      bench.picks.map(({ title, placeholder }) => [title, placeholder]),
      [['Save a plan as a file', 'Choose a format']],
    );
    assert.equal(last().text, 'The plan was saved as bug x command quit.md.');
    assert.match(read(files()[0]), /^# \\\$\(bug\) `\[x\]\(command:quit\)` ⟨U\+202E⟩\n/);
    assert.match(read(files()[0]), /\n## History\n/);
    bench.choose = ({ items }) => items.find(({ label }) => label === 'JSON');
    bench.save = () => 'plan.json';
    writeFileSync(join(bench.folder, 'plan.json'), 'old');
    assert.deepEqual(bench.ran, []);
    await bench.run('savePlan', { session: ONE });
    assert.deepEqual(
      bench.ran,
      [['sessionPlans.showPlan']],
      'the keyboard is not back in the panel',
    );
    const json = JSON.parse(read('plan.json')) as { session: { title: string } };
    assert.equal(json.session.title, 'First');
    bench.save = () => undefined;
    await bench.run('savePlan');
    assert.deepEqual(files(), ['bug x command quit.md', 'plan.json']);
  });

  it('save one revision as what it was, and say what there is not', async () => {
    await bench.withTwoPlans();
    await bench.run('savePlan', { session: ONE, revision: 1 });
    assert.deepEqual([files(), bench.picks], [['First (revision 1).md'], []]);
    assert.match(
      read(files()[0]),
      /^# First\n\nRevision 1: 1 of 2 steps.*\n\n.*\n\n- \[x\] Do one\n/,
    );
    await bench.run('savePlan', { session: ONE, revision: 3 });
    assert.equal(last().text, 'This plan has no revision 3; its latest is 2.');
    await bench.run('savePlan', { session: 'nobody' });
    assert.equal(last().text, 'This plan was deleted meanwhile.');
    assert.equal(files().length, 1);
  });

  it('say where the file system refused, and leave nothing there', async () => {
    await bench.withTwoPlans();
    bench.shown.key = ONE;
    bench.save = () => 'missing/folder/plan.md';
    await bench.run('savePlan');
    assert.match(last().text, /file system refused it: ENOENT.*another place.*missing\/folder/);
    mkdirSync(join(bench.folder, 'a folder'));
    bench.save = () => 'a folder';
    await bench.run('savePlan');
    assert.match(last().text, /file system refused it: EISDIR/);
    assert.deepEqual(files(), ['a folder']);
  });

  it('export all plans beside what is there, and never over it', async () => {
    await bench.withTwoPlans();
    await bench.plans.open().append('srv:x', 0, aPlanCommit('srv:x', 1, { title: 'FIRST' }));
    writeFileSync(join(bench.folder, 'First.md'), 'mine');
    await bench.run('exportAllPlans');
    assert.deepEqual(
      files(),
      ['FIRST 2.md', 'First 3.md', 'First.md', 'bug x command quit.md'].sort(),
    );
    assert.equal(read('First.md'), 'mine');
    assert.equal(last().text, 'Plans exported: 3 of 3.');
    writeFileSync(bench.plans.file(TWO), 'x');
    bench.cancelAfter = 1;
    await bench.run('exportAllPlans');
    assert.match(last().text, /^Plans exported: 1 of 3\. Not exported: 1; /);
    bench.openFolder = undefined;
    const before = files();
    await bench.run('exportAllPlans');
    assert.deepEqual(files(), before);
  });

  it('export those that are chosen, and none where none is', async () => {
    await bench.withTwoPlans();
    bench.chooseMany = (items) => items.filter(({ label }) => label === 'First');
    await bench.run('exportPlans');
    assert.deepEqual(files(), ['First.md']);
    assert.equal(last().text, 'Plans exported: 1 of 1.');
    for (const chosen of [[], undefined]) {
      bench.chooseMany = () => chosen;
      await bench.run('exportPlans');
    }
    assert.deepEqual([files(), bench.messages.length], [['First.md'], 1]);
  });
});
