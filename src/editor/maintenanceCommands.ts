import * as vscode from 'vscode';
import type { PlanTarget } from '../protocol/planTarget';
import type { PlanReader } from '../service/planReader';
import type { Clock, Log } from '../service/ports';
import type { StoreMaintenance } from '../service/storeMaintenance';
import { registerCommands } from './commandRegistration';
import type { CurrentSession } from './currentSession';
import { copyLink, copyMarkdown, openMarkdown } from './documentCommands';
import { exportAllPlans, exportPlans, savePlan } from './exportCommands';
import type { LastDeleted } from './lastDeleted';
import { ReportDocuments } from './reportDocuments';
import { compareRevisions } from './revisionDiff';
import { compactPlans, inspectPlan, revealPlanStorage, verifyPlans } from './storageCommands';
import { deletePlan, restoreDeletedPlan, restorePlanCopy, undoDelete } from './trashCommands';

export interface MaintenanceCommandsDeps {
  readonly reader: PlanReader;
  readonly maintenance: () => Promise<StoreMaintenance>;
  readonly current: CurrentSession;
  readonly deleted: LastDeleted;
  readonly clock: Clock;
  readonly log: Log;
  /** A job that ends within so many milliseconds shows no progress; default: half a second. */
  readonly quietMs?: number;
}

export interface MaintenanceCommand extends MaintenanceCommandsDeps {
  readonly reports: ReportDocuments;
  readonly target: PlanTarget;
}

/** What a person can do with stored plans; nothing of it is open to agents. */
export function registerMaintenanceCommands(deps: MaintenanceCommandsDeps): vscode.Disposable {
  const commands: Record<string, (command: MaintenanceCommand) => Promise<void>> = {
    ...{ verifyPlans, inspectPlan, compactPlans, revealPlanStorage },
    ...{ savePlan, exportPlans, exportAllPlans },
    ...{ openMarkdown, compareRevisions, copyMarkdown, copyLink },
    ...{ restorePlanCopy, deletePlan, undoDelete, restoreDeletedPlan },
  };
  const reports = new ReportDocuments();
  const table = Object.entries(commands).map(
    ([name, run]) => [name, (target: PlanTarget) => run({ ...deps, reports, target })] as const,
  );
  return vscode.Disposable.from(reports, registerCommands(Object.fromEntries(table), deps.log));
}
