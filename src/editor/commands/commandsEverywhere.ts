import { adoptPlan } from '../adoption/adoptPlan';
import { copyLink, copyMarkdown, openMarkdown } from '../documents/documentCommands';
import { exportAllPlans, exportPlans, savePlan } from '../documents/exportCommands';
import { reportIssue } from '../issueReport/issueCommand';
import type { MaintenanceCommand } from './maintenanceCommands';
import { compareRevisions } from '../history/revisionDiff';
import { continueInNewChat } from '../handoff/continueInNewChat';
import {
  leavePlanMode,
  switchToAgent,
  switchToPlanner,
  togglePlanMode,
} from '../planMode/planModeCommands';
import { openPlan, pinPlan, renamePlan, unpinPlan } from './sessionCommands';
import {
  goBack,
  goBackBeforeMessage,
  sendDraft,
  updateStatuses,
} from '../steering/steeringCommands';
import { compactPlans, inspectPlan, verifyPlans } from './storageCommands';
import { importTodoList } from '../todoList/importTodoList';
import { deletePlan, restoreDeletedPlan, restorePlanCopy, undoDelete } from './trashCommands';

/** What people do now and then, wherever the extension runs. */
export const commandsEverywhere = {
  ...{ verifyPlans, inspectPlan, compactPlans, reportIssue },
  ...{ savePlan, exportPlans, exportAllPlans },
  ...{ openMarkdown, compareRevisions, copyMarkdown, copyLink },
  ...{ openPlan, renamePlan, pinPlan, unpinPlan },
  ...{ restorePlanCopy, deletePlan, undoDelete, restoreDeletedPlan },
  ...{ switchToPlanner, switchToAgent, importTodoList },
  ...{ sendDraft, updateStatuses, goBack, goBackBeforeMessage },
  ...{ togglePlanMode, leavePlanMode, continueInNewChat, adoptPlan },
} satisfies Record<string, (command: MaintenanceCommand) => Promise<void>>;

export type CommandsEverywhere = typeof commandsEverywhere;
