import assert from 'node:assert/strict';
import { aRecord } from '../../support/storeFixtures';
import { DocumentedWorkbench } from './documentedWorkbench';
import { ONE, TWO } from '../commands/maintainedWorkbench';

describe('the command that copies a plan as Markdown', () => {
  let bench: DocumentedWorkbench;
  beforeEach(async () => {
    bench = await new DocumentedWorkbench().load();
    await bench.withTwoPlans();
  });
  afterEach(() => bench.end());

  const last = () => bench.messages.at(-1)?.text ?? assert.fail('nothing was said');

  it('copies the one on the screen or a revision of the one that is named, and says so quietly', async () => {
    bench.shown.key = TWO;
    await bench.run('copyMarkdown');
    await bench.run('copyMarkdown', { session: ONE, revision: 1 });
    assert.match(bench.copied[0] ?? '', /^# \\\$\(bug\) .*\n\nRevision 1: /);
    assert.match(bench.copied[1] ?? '', /^# First\n\nRevision 1: 1 of 2 .*\n- \[x\] Do one\n/s);
    assert.deepEqual(bench.said, Array(2).fill('$(check) The plan is on the clipboard.'));
    assert.deepEqual(bench.messages, []);
  });

  it('copies nothing where there is no such plan, no such revision, or nothing written yet', async () => {
    const record = aRecord('srv:new');
    await bench.plans.open().append('srv:new', 0, { record, events: [] });
    for (const [target, text] of [
      [{ session: 'nobody' }, 'This plan was deleted meanwhile.'],
      [{ session: ONE, revision: 5 }, 'There is no revision 5 of this plan, or it cannot be read.'],
      [{ session: 'srv:new' }, 'No plan was written in this chat yet.'],
    ] as const) {
      await bench.run('copyMarkdown', target);
      assert.equal(last(), text);
    }
    assert.deepEqual([bench.copied, bench.said], [[], []]);
  });
});
