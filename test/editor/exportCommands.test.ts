import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aPlanCommit } from '../support/storeFixtures';
import { MaintainedWorkbench, TWO } from './maintainedWorkbench';

describe('the commands that export plans', () => {
  let bench: MaintainedWorkbench;
  beforeEach(async () => {
    bench = await new MaintainedWorkbench().load();
  });
  afterEach(() => bench.end());

  const last = () => bench.messages.at(-1) ?? assert.fail('nothing was said');
  const files = () => readdirSync(bench.folder).sort();

  it('[FC.52] export one plan under a clean name, as Markdown or JSON, by the answer of the dialog', async () => {
    await bench.withTwoPlans();
    bench.shown.key = TWO;
    await bench.run('exportPlan');
    assert.deepEqual(files(), ['bug x command quit.md']);
    assert.deepEqual(
      bench.picks.map(({ title, placeholder }) => [title, placeholder]),
      [
        ['Export a plan', 'Choose a plan'],
        ['Export a plan', 'Choose a format'],
      ],
    );
    assert.equal(last().text, 'The plan was exported to bug x command quit.md.');
    const markdown = readFileSync(join(bench.folder, files()[0] ?? ''), 'utf8');
    assert.match(markdown, /^# `\$\(bug\)`|^# \\\$\\\(bug\\\) `\[x\]\(command:quit\)`/);
    bench.choose = ({ active, items }) => active[0] ?? items.find(({ label }) => label === 'JSON');
    bench.save = () => 'plan.json';
    writeFileSync(join(bench.folder, 'plan.json'), 'old');
    await bench.run('exportPlan');
    assert.deepEqual(files(), ['bug x command quit.md', 'plan.json']);
    const json = JSON.parse(readFileSync(join(bench.folder, 'plan.json'), 'utf8')) as object;
    assert.deepEqual(Object.keys(json)[0], 'format');
    bench.save = () => undefined;
    await bench.run('exportPlan');
    bench.save = () => 'missing/folder/plan.json';
    await bench.run('exportPlan');
    assert.match(last().text, /file system refused it: ENOENT.*another place.*missing\/folder/);
    mkdirSync(join(bench.folder, 'a folder'));
    bench.save = () => 'a folder';
    await bench.run('exportPlan');
    assert.match(last().text, /file system refused it: EISDIR/);
    assert.deepEqual(files(), ['a folder', 'bug x command quit.md', 'plan.json']);
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
    assert.equal(readFileSync(join(bench.folder, 'First.md'), 'utf8'), 'mine');
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
});
