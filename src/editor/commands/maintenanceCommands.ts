import * as vscode from 'vscode';
import type { Sentence } from '../../domain/sentence';
import type { ServerStoreSettings } from '../../host/hostStore';
import type { PlanHost } from '../../host/planHost';
import type { PlanTarget } from '../../protocol/planTarget';
import type { PlanReader } from '../../service/planReader';
import type { PlanStore } from '../../service/planStore';
import type { Clock, Log } from '../../service/ports';
import type { AdoptPlan, PinSession, RenameSession } from '../../service/sessionCommand';
import type { SessionPlanMode } from '../../service/sessionPlanMode';
import type { StoreMaintenance } from '../../service/storeMaintenance';
import type { CommandsOnDemand } from './commandsOnDemand';
import type { CurrentSession } from '../currentSession';
import type { LastDeleted } from './lastDeleted';
import { EVERYWHERE, registerNamed } from './namedCommands';
import type { RecentErrors } from '../issueReport/recentErrors';
import type { ReportDocuments } from '../documents/reportDocuments';
import type { StoreChoice } from '../storeChoice/storeChoice';
import type { Steering } from '../steering/steering';

/** What it takes to choose another store. */
export interface ChosenStores {
  readonly choice: Pick<StoreChoice, 'kind' | 'url' | 'local' | 'choose'>;
  /** The one in use. */
  readonly store: () => Promise<PlanStore>;
  /** Resolves to what plans would be in danger of there. Rejects with what is in the way. */
  readonly check: (settings: ServerStoreSettings) => Promise<Sentence | undefined>;
  readonly openBeside: PlanHost['openBeside'];
}

export interface MaintenanceCommandsDeps {
  readonly reader: PlanReader;
  readonly maintenance: () => Promise<StoreMaintenance>;
  readonly current: CurrentSession;
  readonly deleted: LastDeleted;
  /** What people do to a session themselves. */
  readonly execute: (command: RenameSession | PinSession | AdoptPlan) => Promise<void>;
  readonly planMode: SessionPlanMode;
  /** What is drafted in the panel. */
  readonly steering: Pick<Steering, 'draft' | 'change'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly errors: RecentErrors;
  /** Of this extension; parsed only when it is needed. */
  readonly packageJson: unknown;
  /** Where this extension is installed. */
  readonly extensionFolder: string;
  /** A job that ends within so many milliseconds shows no progress; default: half a second. */
  readonly quietMs?: number;
}

export interface MaintenanceCommand extends MaintenanceCommandsDeps {
  readonly reports: ReportDocuments;
  readonly target: PlanTarget;
}

/** One for which there has to be a machine below the editor. */
export interface MachineCommand extends MaintenanceCommand {
  readonly stores: ChosenStores;
}

const ON_MACHINES: Record<keyof CommandsOnDemand, true> = {
  ...EVERYWHERE,
  ...{ chooseStore: true, connectAgent: true, revealPlanStorage: true },
};

/** What a person can do with stored plans; nothing of it is open to agents. */
export function registerMaintenanceCommands(
  deps: MaintenanceCommandsDeps & Pick<MachineCommand, 'stores'>,
): vscode.Disposable {
  return registerNamed(ON_MACHINES, deps, async (name, command) => {
    const { commandsOnDemand } = await import('./commandsOnDemand');
    await commandsOnDemand[name]({ ...command, stores: deps.stores });
  });
}
