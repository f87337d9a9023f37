import assert from 'node:assert/strict';
import type {
  MaintenanceCommandsDeps,
  registerMaintenanceCommands,
} from '../../../src/editor/commands/maintenanceCommands';
import { fakeLog } from '../../support/fakeLog';
import { FakeWorkbench } from '../../support/fakeWorkbench';
import { loadWithVscode } from '../../support/loadWithVscode';
import { openWindows } from '../planWindows';

async function openCommands() {
  const bench = new FakeWorkbench();
  const windows = openWindows();
  const { here } = windows;
  await here.write('a', undefined, 'Old');
  await here.write('b', undefined, 'New');
  const shown = { key: undefined as string | undefined, chosen: [] as string[] };
  const current = {
    key: () => shown.key,
    show: (key: string) => shown.chosen.push(key),
  };
  const module = await loadWithVscode<{
    registerMaintenanceCommands: typeof registerMaintenanceCommands;
  }>('src/editor/commands/maintenanceCommands.ts', bench.vscode);
  const execute: MaintenanceCommandsDeps['execute'] = (command) => here.service.execute(command);
  const deps = { reader: here.service, current, execute, log: fakeLog() };
  module.registerMaintenanceCommands(deps as never);
  const summaryOf = async (key: string) => {
    const summary = await here.service.summary(key);
    return [summary?.title, summary?.pinned];
  };
  return { bench, here, shown, summaryOf };
}

type Opened = Awaited<ReturnType<typeof openCommands>>;

describe('the commands for a session', () => {
  let opened: Opened;
  beforeEach(async () => (opened = await openCommands()));
  afterEach(() => {
    opened.bench.dispose();
  });

  it('show the plan that is named or chosen, in the panel', async () => {
    const { bench, shown } = opened;
    shown.key = 'b';
    bench.choose = ({ items }) => items[1];
    await bench.run('openPlan');
    await bench.run('openPlan', { session: 'b', webview: 'sessionPlans.plan' });
    assert.deepEqual(shown.chosen, ['a', 'b']);
    assert.deepEqual(bench.ran, [['sessionPlans.showPlan'], ['sessionPlans.showPlan']]);
    assert.equal(bench.picks.length, 1);
    bench.choose = () => undefined;
    await bench.run('openPlan', { session: 7 });
    assert.deepEqual([bench.picks.length, shown.chosen.length], [2, 2]);
  });

  it('name a plan, and let it name itself again', async () => {
    const { bench, shown, summaryOf } = opened;
    shown.key = 'b';
    bench.type = ({ value, title }) => {
      assert.deepEqual([value, title], ['New', 'Rename the plan "New"']);
      return '  Better ';
    };
    await bench.run('renamePlan');
    assert.deepEqual(await summaryOf('b'), ['Better', false]);
    assert.deepEqual(bench.ran, []);
    bench.type = () => '';
    await bench.run('renamePlan', { session: 'b' });
    assert.deepEqual(await summaryOf('b'), ['New', false]);
    assert.deepEqual(
      bench.ran,
      [['sessionPlans.showPlan']],
      'the keyboard is not back in the panel',
    );
    bench.type = () => undefined;
    await bench.run('renamePlan', { session: 'a' });
    assert.deepEqual(await summaryOf('a'), ['Old', false]);
    assert.deepEqual([bench.picks, bench.messages], [[], []]);
  });

  it('give the keyboard back to the panel once the editor has seen that it went, however quick the answer', async () => {
    const { bench } = opened;
    let asked = 0;
    bench.type = () => {
      asked = performance.now();
      return undefined;
    };
    await bench.run('renamePlan', { session: 'a' });
    assert.deepEqual(bench.ran, [['sessionPlans.showPlan']]);
    // It looks every 250 ms and takes the keyboard 50 ms later from a webview that it saw without.
    assert.ok(performance.now() - asked > 300, 'given back too early');
  });

  it('say what is wrong with a name while it is typed, by the rules of titles', async () => {
    const { bench } = opened;
    const said: (string | undefined)[] = [];
    bench.type = ({ validateInput }) => {
      said.push(...['', ' fine ', 'a\nb', 'x'.repeat(121)].map(validateInput));
      return undefined;
    };
    await bench.run('renamePlan', { session: 'a' });
    assert.deepEqual(said.slice(0, 2), [undefined, undefined]);
    assert.match(said[2] ?? '', /one line/);
    assert.match(said[3] ?? '', /121 bytes of at most 120/);
  });

  it('pin the plan on the screen or the one that is named, and let it go', async () => {
    const { bench, shown, summaryOf } = opened;
    shown.key = 'b';
    await bench.run('pinPlan');
    await bench.run('pinPlan', { session: 'a' });
    assert.deepEqual(
      [await summaryOf('a'), await summaryOf('b')],
      [
        ['Old', true],
        ['New', true],
      ],
    );
    await bench.run('unpinPlan');
    assert.deepEqual(await summaryOf('b'), ['New', false]);
    shown.key = undefined;
    bench.choose = ({ items }) => items[1];
    await bench.run('unpinPlan');
    assert.deepEqual([await summaryOf('a'), bench.picks.length], [['Old', false], 1]);
  });

  it('say that a plan is gone', async () => {
    const { bench, here } = opened;
    await here.remove('a');
    for (const command of ['renamePlan', 'pinPlan']) {
      bench.messages.length = 0;
      await bench.run(command, { session: 'a' });
      assert.equal(bench.messages.length, 1, command);
      assert.equal(bench.messages[0]?.kind, 'error');
    }
  });
});
