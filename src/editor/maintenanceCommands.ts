import * as vscode from 'vscode';
import type { Sentence } from '../domain/sentence';
import type { ServerStoreSettings } from '../host/hostStore';
import type { PlanHost } from '../host/planHost';
import type { PlanTarget } from '../protocol/planTarget';
import type { PlanReader } from '../service/planReader';
import type { PlanStore } from '../service/planStore';
import type { Clock, Log } from '../service/ports';
import type { AdoptPlan, PinSession, RenameSession } from '../service/sessionCommand';
import type { SessionPlanMode } from '../service/sessionPlanMode';
import type { StoreMaintenance } from '../service/storeMaintenance';
import { type CommandTable, registerCommands } from './commandRegistration';
import type { CommandsOnDemand } from './commandsOnDemand';
import type { CurrentSession } from './currentSession';
import type { LastDeleted } from './lastDeleted';
import type { RecentErrors } from './recentErrors';
import { ReportDocuments } from './reportDocuments';
import type { StoreChoice } from './storeChoice/storeChoice';
import type { Steering } from './steering/steering';

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
  readonly stores: ChosenStores;
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

const NAMED: Record<keyof CommandsOnDemand, true> = {
  ...{ verifyPlans: true, inspectPlan: true, compactPlans: true, revealPlanStorage: true },
  ...{ reportIssue: true, savePlan: true, exportPlans: true, exportAllPlans: true },
  ...{ openMarkdown: true, compareRevisions: true, copyMarkdown: true, copyLink: true },
  ...{ openPlan: true, renamePlan: true, pinPlan: true, unpinPlan: true },
  ...{ restorePlanCopy: true, deletePlan: true, undoDelete: true, restoreDeletedPlan: true },
  ...{ togglePlanMode: true, leavePlanMode: true, continueInNewChat: true, adoptPlan: true },
  ...{ switchToPlanner: true, switchToAgent: true, importTodoList: true, connectAgent: true },
  chooseStore: true,
  ...{ sendDraft: true, updateStatuses: true, goBack: true, goBackBeforeMessage: true },
};
const NAMES = Object.keys(NAMED) as (keyof CommandsOnDemand)[];

/** What a person can do with stored plans; nothing of it is open to agents. */
export function registerMaintenanceCommands(deps: MaintenanceCommandsDeps): vscode.Disposable {
  const reports = new ReportDocuments();
  const table: CommandTable = Object.fromEntries(
    NAMES.map((name) => [
      name,
      async (target) => {
        const { commandsOnDemand } = await import('./commandsOnDemand');
        await commandsOnDemand[name]({ ...deps, reports, target });
      },
    ]),
  );
  return vscode.Disposable.from(reports, registerCommands(table, deps.log));
}
