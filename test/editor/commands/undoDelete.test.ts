import assert from 'node:assert/strict';
import { MaintainedWorkbench, ONE, TWO } from './maintainedWorkbench';

describe('bringing back what was deleted', () => {
  let bench: MaintainedWorkbench;
  beforeEach(async () => {
    bench = await new MaintainedWorkbench().load();
    await bench.withTwoPlans();
    bench.press = ({ modal, buttons }) => (modal ? buttons[0] : undefined);
  });
  afterEach(() => bench.end());

  const last = () => bench.messages.at(-1) ?? assert.fail('nothing was said');
  const versions = async () => {
    const { service } = bench.host;
    return [(await service.snapshot(ONE))?.version, (await service.snapshot(TWO))?.version];
  };

  it('asks nothing where a plan is named, and brings back the one deleted last', async () => {
    await bench.run('undoDelete');
    assert.match(last().text, /^Nothing was deleted in this window/);
    bench.shown.key = TWO;
    await bench.run('deletePlan', { session: ONE });
    assert.match(last().text, /^The plan "First" is in the trash for 30 days\.$/);
    await bench.run('deletePlan', { session: TWO });
    assert.deepEqual([await versions(), bench.picks.length], [[undefined, undefined], 0]);
    assert.ok(bench.messages.every(({ modal }) => !modal));
    await bench.run('undoDelete');
    assert.deepEqual(await versions(), [undefined, 1]);
    assert.deepEqual(bench.shown.called, [TWO], 'what was on the screen is there again');
    await bench.run('undoDelete');
    assert.match(last().text, /^Nothing was deleted/);
  });

  it('is told and offered by the panel alone while that is visible', async () => {
    const panel = { visible: true };
    const { deleted } = bench;
    const toldIn = deleted?.tellIn(panel);
    const changes: boolean[] = [];
    deleted?.onDidChange(({ isBack }) => changes.push(isBack));
    await bench.run('deletePlan', { session: ONE });
    assert.equal(deleted?.offered(), 'First');
    await bench.run('undoDelete');
    assert.deepEqual([bench.messages, changes], [[], [false, true]]);
    for (const hide of [() => (panel.visible = false), () => toldIn?.dispose()]) {
      panel.visible = true;
      hide();
      await bench.run('deletePlan', { session: ONE });
      await bench.run('undoDelete');
      assert.deepEqual(
        bench.messages.splice(0).map(({ buttons }) => buttons),
        [['Undo'], ['Show the Plan']],
      );
    }
  });

  it('offers it to the panel until it is back, another is deleted, or the time is over', async () => {
    const { deleted, timers } = bench;
    assert.ok(deleted);
    const offers: (string | null)[] = [];
    deleted.onDidChange(() => offers.push(deleted.offered()));
    await bench.run('deletePlan', { session: ONE });
    await bench.run('deletePlan', { session: TWO });
    await bench.run('undoDelete');
    assert.deepEqual(bench.shown.called, []);
    assert.match(offers.slice(1).join(), /^\$\(bug\).*,$/);
    assert.deepEqual([offers[0], offers.length, timers.length], ['First', 3, 0]);
    await bench.run('deletePlan', { session: TWO });
    timers.splice(0).forEach((end) => {
      end();
    });
    assert.deepEqual([offers.length, offers.at(-1)], [5, null]);
    await bench.run('undoDelete');
    assert.deepEqual(await versions(), [undefined, 1]);
  });

  it('stays with the one deleted last where an earlier one comes back', async () => {
    await bench.run('deletePlan', { session: TWO });
    await bench.run('deletePlan', { session: ONE });
    bench.choose = ({ items }) => items[1];
    await bench.run('restoreDeletedPlan');
    assert.deepEqual(await versions(), [undefined, 1]);
    assert.equal(bench.deleted?.offered(), 'First');
  });

  it('is over once the plan came back another way', async () => {
    await bench.run('deletePlan', { session: ONE });
    await bench.run('restoreDeletedPlan');
    assert.equal(bench.deleted?.offered(), null);
    await bench.run('deletePlan', { session: ONE });
    const store = await bench.host.maintenance();
    await store.untrash((await store.trashed())[0]?.id ?? '');
    await bench.run('undoDelete');
    assert.equal(last().text, 'This plan is no longer in the trash.');
    assert.equal(bench.deleted.offered(), null);
  });

  it('takes no pick where a plan is named for verifying, inspecting or restoring a copy', async () => {
    await bench.run('verifyPlans', { session: ONE });
    assert.equal(last().text, 'Plans verified: 1. Nothing is damaged.');
    await bench.run('inspectPlan', { session: ONE });
    assert.equal(bench.texts.at(-1)?.name, 'Storage of First.json');
    bench.press = () => undefined;
    await bench.run('restorePlanCopy', { session: ONE });
    assert.match(last().text, /^Restore the last good copy of "First"\?$/);
    assert.deepEqual(bench.picks, []);
    await bench.run('deletePlan', { session: 'gone' });
    assert.equal(last().text, 'This plan was deleted meanwhile.');
  });
});
