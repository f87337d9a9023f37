import assert from 'node:assert/strict';
import { hostname } from 'node:os';
import { PlanError } from '../../../src/domain/planError';
import type { StoreChoice as Choice } from '../../../src/editor/storeChoice/storeChoice';
import type { registerStoreSwitch } from '../../../src/editor/storeChoice/storeSwitch';
import type { HostStoreSettings } from '../../../src/host/hostStore';
import { createPlanHost } from '../../../src/host/planHost';
import { appendPlans } from '../../support/storeFixtures';
import { fakeLog } from '../../support/fakeLog';
import { fakeVscode } from '../../support/fakeVscode';
import { loadWithVscode } from '../../support/loadWithVscode';
import { SqliteFolder, WASM_FILE } from '../../support/sqliteFolder';
import { fakeSettings } from '../settings/fakeSettings';

const URL = 'postgres://ada:secret@db.example/plans';
const KEY = 'srv:one';

async function turn(): Promise<void> {
  for (let round = 0; round < 5; round++) await new Promise((resolve) => setImmediate(resolve));
}

/** Two windows of an editor have the same settings and secrets. */
async function openChoice() {
  const settings = fakeSettings();
  const { vscode } = fakeVscode();
  const kept = new Map<string, string>();
  const changed = new vscode.EventEmitter<{ key: string }>();
  const { workspace } = settings;
  const fake = {
    ...vscode,
    ConfigurationTarget: { Global: 1 },
    workspace: {
      ...workspace,
      getConfiguration: (section: string) => ({
        ...workspace.getConfiguration(section),
        update: async (name: string, value: unknown, target: number) => {
          assert.equal(target, 1, 'a setting of the machine');
          settings.change(name, value);
          await Promise.resolve();
        },
      }),
    },
  };
  const secrets = {
    get: (key: string) => Promise.resolve(kept.get(key)),
    store: async (key: string, value: string) => {
      kept.set(key, value);
      changed.fire({ key });
      await Promise.resolve();
    },
    delete: (key: string) => Promise.resolve(void kept.delete(key)),
    onDidChange: changed.event,
  };
  const { StoreChoice } = await loadWithVscode<{ StoreChoice: typeof Choice }>(
    'src/editor/storeChoice/storeChoice.ts',
    fake,
  );
  const learned: string[] = [];
  const open = (folder = '/plans') =>
    new StoreChoice({
      ...{ secrets: secrets as never, folder },
      learn: (url) => void learned.push(url),
    });
  return { ...settings, kept, learned, open };
}

describe('where plans are stored', () => {
  it('is in files of this machine unless a server is chosen, whose address is in no setting', async () => {
    const { open, kept, learned, workspace } = await openChoice();
    const choice = open();
    assert.deepEqual(await choice.settings(), { kind: 'sqlite', folder: '/plans' });
    await choice.choose({ kind: 'postgres', url: URL });
    assert.deepEqual(await choice.settings(), { kind: 'postgres', url: URL });
    assert.equal(workspace.getConfiguration('sessionPlans').get('store.kind'), 'postgres');
    assert.deepEqual([...kept], [[`sessionPlans.store.postgres@${hostname()}`, URL]]);
    assert.ok(learned.includes(URL), 'the log would show it');
    await choice.choose(choice.local());
    assert.equal(choice.kind(), 'sqlite');
    assert.equal(await choice.url('postgres'), URL, 'it need not be typed again');
    choice.dispose();
  });

  it('[FC.7] is unavailable, and no empty store, where a server is set and nobody said which', async () => {
    const { open, change } = await openChoice();
    const choice = open();
    change('store.kind', 'redis');
    await assert.rejects(choice.settings(), (error) => {
      assert.ok(PlanError.is(error, 'store_unavailable'));
      return /Redis server.*"Choose Where Plans Are Stored"/.test(error.message);
    });
    choice.dispose();
  });

  it('is told to have changed once, in every window that uses it, and not before it is used', async () => {
    const { open, change } = await openChoice();
    const [one, two, idle] = [open(), open(), open()];
    const told: string[] = [];
    one.onDidChange(() => told.push('one'));
    two.onDidChange(() => told.push('two'));
    idle.onDidChange(() => told.push('idle'));
    await Promise.all([one.settings(), two.settings()]);
    await one.choose({ kind: 'postgres', url: URL });
    await turn();
    assert.deepEqual(told.splice(0).sort(), ['one', 'two']);
    change('density', 'compact');
    await one.choose({ kind: 'postgres', url: URL });
    await turn();
    assert.deepEqual(told, []);
    await two.choose({ kind: 'postgres', url: `${URL}2` });
    await turn();
    assert.deepEqual(told.sort(), ['one', 'two']);
    for (const choice of [one, two, idle]) choice.dispose();
  });

  it('goes over to the other store while nothing runs, and asks for a reload where something does', async () => {
    const [here, there] = [new SqliteFolder(), new SqliteFolder()];
    await appendPlans(here.open(), KEY, 1);
    await appendPlans(there.open(), KEY, 1, 2);
    let folder = here.folder;
    const options = { wasmFile: WASM_FILE, clock: { now: () => Date.now() }, log: fakeLog() };
    const host = createPlanHost({
      ...options,
      store: (): Promise<HostStoreSettings> => Promise.resolve({ kind: 'sqlite', folder }),
    });
    const { vscode } = fakeVscode();
    const shown: string[] = [];
    const ran: string[] = [];
    const module = await loadWithVscode<{ registerStoreSwitch: typeof registerStoreSwitch }>(
      'src/editor/storeChoice/storeSwitch.ts',
      {
        ...vscode,
        commands: { executeCommand: (name: string) => Promise.resolve(void ran.push(name)) },
        window: {
          showInformationMessage: (text: string, button: string) => {
            shown.push(text);
            return Promise.resolve(button);
          },
        },
      },
    );
    const chosen = new vscode.EventEmitter<void>();
    let looks = 0;
    module.registerStoreSwitch({
      ...{ host, log: fakeLog() },
      choice: { onDidChange: chosen.event },
      current: {
        restore: async () => {
          looks += 1;
          await Promise.resolve();
        },
      },
    });
    const revision = async () => (await host.service.snapshot(KEY))?.plan?.revision;
    assert.equal(await revision(), 1);
    folder = there.folder;
    chosen.fire();
    await turn();
    assert.equal(await revision(), 2);
    assert.equal(looks, 1);
    const session = 'srv:turning';
    const configuration = { planning: true, subtasks: false };
    await host.service.execute({
      ...{ kind: 'create_session', session, origin: { coworker: 'planner', configuration } },
    });
    const turn_id = await host.service.execute({ kind: 'begin_turn', session });
    folder = here.folder;
    chosen.fire();
    await turn();
    assert.equal(await revision(), 2);
    assert.match(shown[0] ?? '', /reload the window/);
    assert.deepEqual(ran, ['workbench.action.reloadWindow']);
    await host.service.execute({ kind: 'end_turn', session, turn_id, outcome: 'completed' });
    chosen.fire();
    await turn();
    assert.equal(await revision(), 1);

    // A turn that a window began which is gone keeps nobody, whatever else is said of its session here.
    const gone = createPlanHost({ ...options, store: { kind: 'sqlite', folder: here.folder } });
    await gone.service.execute({
      ...{ kind: 'create_session', session: 'srv:left', planMode: true },
      origin: { coworker: 'planner', configuration },
    });
    await gone.service.execute({ kind: 'begin_turn', session: 'srv:left' });
    await gone.dispose();
    await host.service.execute({ kind: 'select_plan_mode', session: 'srv:left', active: true });
    folder = there.folder;
    chosen.fire();
    await turn();
    assert.equal(await revision(), 2);
    assert.equal(shown.length, 1);
    await host.dispose();
    await Promise.all([here.dispose(), there.dispose()]);
  });
});
