import * as vscode from 'vscode';
import { PlanError } from '../domain/planError';
import type { PlanReader } from '../service/planReader';
import type { Clock, Log } from '../service/ports';
import type { StoreMaintenance } from '../service/storeMaintenance';
import type { CurrentSession } from './currentSession';
import { exportAllPlans, exportPlan } from './exportCommands';
import { noticeText } from './plainText';
import { ReportDocuments } from './reportDocuments';
import { compactPlans, inspectPlan, revealPlanStorage, verifyPlans } from './storageCommands';
import { deletePlan, restoreDeletedPlan, restorePlanCopy } from './trashCommands';

export interface MaintenanceCommandsDeps {
  readonly reader: PlanReader;
  readonly maintenance: () => Promise<StoreMaintenance>;
  readonly current: CurrentSession;
  readonly clock: Clock;
  readonly log: Log;
  /** A job that ends within so many milliseconds shows no progress; default: half a second. */
  readonly quietMs?: number;
}

export interface MaintenanceCommand extends MaintenanceCommandsDeps {
  readonly reports: ReportDocuments;
}

/** What a person can do with stored plans; nothing of it is open to agents. */
export function registerMaintenanceCommands(deps: MaintenanceCommandsDeps): vscode.Disposable {
  const commands: Record<string, (command: MaintenanceCommand) => Promise<void>> = {
    ...{ verifyPlans, inspectPlan, compactPlans, revealPlanStorage },
    ...{ exportPlan, exportAllPlans },
    ...{ restorePlanCopy, deletePlan, restoreDeletedPlan },
  };
  const reports = new ReportDocuments();
  return vscode.Disposable.from(
    reports,
    ...Object.entries(commands).map(([name, run]) =>
      vscode.commands.registerCommand(`sessionPlans.${name}`, () =>
        run({ ...deps, reports }).catch((error: unknown) => tellOfFailure(name, error, deps.log)),
      ),
    ),
  );
}

/** What failed and where; what can be done is in the sentences of the errors themselves. */
async function tellOfFailure(command: string, error: unknown, log: Log): Promise<void> {
  log.error(`The command ${command} failed.`, error);
  const showLog = vscode.l10n.t('Show the Log');
  const chosen = await vscode.window.showErrorMessage(failureText(error), showLog);
  if (chosen === showLog) await vscode.commands.executeCommand('sessionPlans.showLog');
}

function failureText(error: unknown): string {
  if (!PlanError.is(error))
    return vscode.l10n.t('Session Plans could not do this; the log has the reason.');
  const { location, retry } = error.details;
  const where = typeof location === 'string' && !error.message.includes(location);
  return noticeText(
    [
      error.message,
      ...(where ? [`(${location})`] : []),
      ...(retry === true ? [vscode.l10n.t('It can be tried again.')] : []),
    ].join(' '),
  );
}
