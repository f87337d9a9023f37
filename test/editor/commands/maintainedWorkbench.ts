import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  ChosenStores,
  registerMaintenanceCommands,
} from '../../../src/editor/commands/maintenanceCommands';
import type { Draft } from '../../../src/domain/steering/draft';
import { RecentErrors } from '../../../src/editor/issueReport/recentErrors';
import type { Steering } from '../../../src/editor/steering/steering';
import {
  checkServer,
  type HostStoreSettings,
  type ServerStoreKind,
  type ServerStoreSettings,
} from '../../../src/host/hostStore';
import { createPlanHost, type PlanHost } from '../../../src/host/planHost';
import type { LastDeleted } from '../../../src/editor/commands/lastDeleted';
import type { StartTimer } from '../../../src/protocol/messageChannel';
import { sessionPlanMode } from '../../../src/service/sessionPlanMode';
import { fakeClock } from '../../support/fakeClock';
import { fakeLog } from '../../support/fakeLog';
import { FakeWorkbench } from '../../support/fakeWorkbench';
import { loadWithVscode } from '../../support/loadWithVscode';
import { MaintainedFolder } from '../../support/maintainedFolder';
import { WASM_FILE } from '../../support/sqliteFolder';
import { aPlan, aPlanCommit, aStep } from '../../support/storeFixtures';

export const ONE = 'vscode-chat-session://local/one';
export const TWO = 'vscode-chat-session://local/two';
export const EXTENSION_FOLDER = join(__dirname, '..', '..', '..');
export const PACKAGE_JSON: unknown = JSON.parse(
  readFileSync(join(EXTENSION_FOLDER, 'package.json'), 'utf8'),
);
const HOSTILE = '$(bug) [x](command:quit) \u202e';

/** A workbench with the commands for stored plans, over a store in a folder of its own. */
export class MaintainedWorkbench extends FakeWorkbench {
  readonly plans = new MaintainedFolder();
  /** The plan on the screen, and how often it was to be looked at again. */
  readonly shown: { key: string | undefined; rechecks: number; called: string[] } = {
    key: undefined,
    rechecks: 0,
    called: [],
  };
  readonly drafted = new Map<string, Draft | null>();
  readonly steering: Pick<Steering, 'draft' | 'change'> = {
    draft: (session: string) => this.drafted.get(session) ?? null,
    change: (session: string, draft: Draft | null) => void this.drafted.set(session, draft),
  };
  readonly errors = new RecentErrors();
  /** What a person chose, and what stands in its way. */
  readonly chosen: HostStoreSettings[] = [];
  readonly stores = {
    choice: {
      kind: () => this.chosen.at(-1)?.kind ?? 'sqlite',
      url: (kind: ServerStoreKind) => {
        const urls = this.chosen.map((one) =>
          one.kind === kind && 'url' in one ? one.url : undefined,
        );
        return Promise.resolve(urls.findLast((url) => url !== undefined));
      },
      local: (): HostStoreSettings => ({ kind: 'sqlite', folder: this.plans.folder }),
      choose: (settings: HostStoreSettings) => Promise.resolve(void this.chosen.push(settings)),
    } as ChosenStores['choice'],
    store: () => this.host.store(),
    check: (settings: ServerStoreSettings) => checkServer(settings),
    openBeside: (settings: HostStoreSettings) => this.host.openBeside(settings),
  } satisfies ChosenStores;
  readonly timers: (() => void)[] = [];
  deleted: LastDeleted | undefined;
  host: PlanHost = this.#open({ kind: 'sqlite', folder: this.plans.folder });

  /** Registers the commands, for what the workbench is now. */
  async load(): Promise<this> {
    const module = await loadWithVscode<{
      registerMaintenanceCommands: typeof registerMaintenanceCommands;
    }>('src/editor/commands/maintenanceCommands.ts', this.vscode);
    const { LastDeleted } = await loadWithVscode<{
      LastDeleted: new (startTimer: StartTimer) => LastDeleted;
    }>('src/editor/commands/lastDeleted.ts', this.vscode);
    const startTimer: StartTimer = (_, callback) => {
      this.timers.push(callback);
      return () => this.timers.splice(this.timers.indexOf(callback), 1);
    };
    const deleted = (this.deleted = new LastDeleted(startTimer));
    const { shown, host } = this;
    const current = {
      key: () => shown.key,
      show: (key: string) => (shown.key = key),
      called: (key: string) => shown.called.push(key),
      recheck: () => shown.rechecks++,
    };
    module.registerMaintenanceCommands({
      stores: this.stores,
      reader: host.service,
      maintenance: host.maintenance,
      current: current as never,
      deleted,
      execute: (command) => host.service.execute(command),
      planMode: sessionPlanMode(host.service),
      steering: this.steering,
      clock: fakeClock(),
      log: fakeLog(),
      errors: this.errors,
      packageJson: PACKAGE_JSON,
      extensionFolder: EXTENSION_FOLDER,
      quietMs: 0,
    });
    return this;
  }

  keepInMemory(): Promise<void> {
    return this.serve({ kind: 'memory' });
  }

  /** From now on with this store. */
  async serve(settings: HostStoreSettings): Promise<void> {
    await this.host.dispose();
    this.host = this.#open(settings);
    await this.load();
  }

  /** `First` with two revisions, and a later one with a hostile title. */
  async withTwoPlans(): Promise<void> {
    const more = { workspace: 'file:///home/me/a%20b', title: 'First' };
    const plan = aPlan(1, [aStep('one', { status: 'completed' }), aStep('two')]);
    const store = this.plans.open();
    await store.append(ONE, 0, aPlanCommit(ONE, 1, { ...more, plan }));
    await store.append(ONE, 1, aPlanCommit(ONE, 2, more));
    const updated = '2030-02-02T00:00:00.000Z';
    await store.append(TWO, 0, aPlanCommit(TWO, 1, { title: HOSTILE, updated }));
  }

  async end(): Promise<void> {
    await this.host.dispose();
    this.dispose();
    await this.plans.dispose();
  }

  #open(store: HostStoreSettings): PlanHost {
    return createPlanHost({ store, wasmFile: WASM_FILE, clock: fakeClock(), log: fakeLog() });
  }
}
