import assert from 'node:assert/strict';
import { aPlanCommit } from '../../support/storeFixtures';
import type { Address } from '../documents/documentedWorkbench';
import { DocumentedWorkbench } from '../documents/documentedWorkbench';
import { ONE, TWO } from '../commands/maintainedWorkbench';

describe('the command that compares revisions', () => {
  let bench: DocumentedWorkbench;
  beforeEach(async () => {
    bench = await new DocumentedWorkbench().load();
    await bench.withTwoPlans();
    bench.shown.key = ONE;
  });
  afterEach(() => bench.end());

  const last = () => bench.messages.at(-1)?.text ?? assert.fail('nothing was said');

  /** The texts of both sides, and the title. */
  async function compared(target?: object): Promise<{ sides: string[]; label: string }> {
    await bench.run('compareRevisions', target);
    const [command, left, right, label] = bench.ran.at(-1) ?? assert.fail(last());
    assert.equal(command, 'vscode.diff');
    const sides = await Promise.all([left, right].map((uri) => bench.textOf(uri as Address)));
    return { sides, label: String(label) };
  }

  it('shows the named ones, the earlier one left, without what differs in every revision', async () => {
    const { sides, label } = await compared({ session: ONE, from: 1, revision: 2 });
    assert.equal(label, 'First: revision 1 ↔ 2');
    assert.deepEqual(sides, [
      '# First\n\nWhy not\n\n- [x] Do one\n- [ ] Do two\n',
      '# First\n\nWhy not\n\n- [ ] Do one\n- [ ] Do two\n',
    ]);
    const swapped = await compared({ session: ONE, from: 2, revision: 1 });
    assert.deepEqual(swapped, { sides, label });
    assert.deepEqual(await compared({ session: ONE, revision: 2 }), { sides, label });
    assert.deepEqual(await compared({ from: 1 }), { sides, label });
    assert.deepEqual(bench.picks, []);
  });

  it('asks which two, by what they did and when, and offers the latest two', async () => {
    assert.equal((await compared()).label, 'First: revision 1 ↔ 2');
    const [later, earlier] = bench.picks;
    assert.deepEqual(
      [later, earlier].map((pick) => pick?.items.map(({ label }) => label)),
      [['Revision 2'], ['Revision 1']],
    );
    assert.ok(later && earlier);
    assert.equal(later.items[0]?.description, '1 reopened');
    assert.match(later.items[0].detail ?? '', /2030.* · 0 of 2 steps$/);
    assert.equal(later.placeholder, 'Choose the later revision');
    assert.equal(earlier.items[0]?.description, '2 added');
    bench.choose = () => undefined;
    bench.ran.length = 0;
    await bench.run('compareRevisions');
    assert.deepEqual(bench.ran, []);
  });

  it('says so where there is nothing to compare', async () => {
    // As after a fork: what was before is in another session.
    await bench.plans.open().append('srv:late', 0, aPlanCommit('srv:late', 3));
    for (const [target, text] of [
      [{ session: 'srv:late', from: 2 }, /^There is no revision 2 of this plan, or it cannot/],
      [{ session: TWO }, 'This plan has no two revisions to compare yet.'],
      [{ session: ONE, revision: 1 }, /^Revision 1 is the first one/],
      [{ session: ONE, revision: 3 }, 'This plan has no revision 3; its latest is 2.'],
      [{ session: ONE, from: 7, revision: 2 }, 'This plan has no revision 7; its latest is 2.'],
      [{ session: 'nobody', revision: 2 }, 'This plan was deleted meanwhile.'],
    ] as const) {
      await bench.run('compareRevisions', target);
      if (typeof text === 'string') assert.equal(last(), text);
      else assert.match(last(), text);
    }
    assert.deepEqual(bench.ran, []);
  });
});
