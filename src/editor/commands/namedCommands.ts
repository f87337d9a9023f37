import * as vscode from 'vscode';
import { type CommandTable, registerCommands } from './commandRegistration';
import type { CommandsEverywhere } from './commandsEverywhere';
import type { MaintenanceCommand, MaintenanceCommandsDeps } from './maintenanceCommands';
import { ReportDocuments } from '../documents/reportDocuments';

/** By name, since the commands themselves are loaded with the first of them. */
export const EVERYWHERE: Record<keyof CommandsEverywhere, true> = {
  ...{ verifyPlans: true, inspectPlan: true, compactPlans: true },
  ...{ reportIssue: true, savePlan: true, exportPlans: true, exportAllPlans: true },
  ...{ openMarkdown: true, compareRevisions: true, copyMarkdown: true, copyLink: true },
  ...{ openPlan: true, renamePlan: true, pinPlan: true, unpinPlan: true },
  ...{ restorePlanCopy: true, deletePlan: true, undoDelete: true, restoreDeletedPlan: true },
  ...{ togglePlanMode: true, leavePlanMode: true, continueInNewChat: true, adoptPlan: true },
  ...{ switchToPlanner: true, switchToAgent: true, importTodoList: true },
  ...{ sendDraft: true, updateStatuses: true, goBack: true, goBackBeforeMessage: true },
};

export function registerNamed<Name extends string>(
  names: Record<Name, true>,
  deps: MaintenanceCommandsDeps,
  run: (name: Name, command: MaintenanceCommand) => Promise<void>,
): vscode.Disposable {
  const reports = new ReportDocuments();
  const table: CommandTable = Object.fromEntries(
    (Object.keys(names) as Name[]).map((name) => [
      name,
      (target) => run(name, { ...deps, reports, target }),
    ]),
  );
  return vscode.Disposable.from(reports, registerCommands(table, deps.log));
}
