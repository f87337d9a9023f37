import * as vscode from 'vscode';
import { draftInChat } from '../chat/chatView';
import type { MaintenanceCommand } from '../commands/maintenanceCommands';
import { startPlan } from '../commands/planCommands';
import { chatPlanTool, readSettings } from '../settings/settings';
import { hasTodoList, readTodoLines } from './nativeTodoList';

/**
 * Drafts an ordinary message that lets the agent write its todo list as the plan: what changes a plan is
 * a call of an agent and nothing else (C14). An empty plan is asked for in words and kept by the revision.
 */
export async function importTodoList(command: MaintenanceCommand): Promise<void> {
  const planTool = chatPlanTool(readSettings());
  if (planTool === undefined) {
    await startPlan(planTool);
    return;
  }
  const { t } = vscode.l10n;
  const lines = await linesWithoutPlan(command);
  const message =
    lines.length > 0
      ? t(
          'Write this todo list as the plan of this chat with #{0}, in the same order and with the same status ([x] is completed, [-] in progress). If there is a plan already, leave it as it is.',
          planTool,
        )
      : t(
          'Write your todo list as the plan of this chat with #{0}, in the same order and with the same status. If there is a plan already, leave it as it is.',
          planTool,
        );
  await draftInChat([message, ...(lines.length > 0 ? ['', ...lines] : []), ''].join('\n'));
}

/** The list of the chat on the screen where that has no plan; the chat in front is nothing we can know. */
async function linesWithoutPlan({ target, current, reader, log }: MaintenanceCommand) {
  const session = target.session ?? current.key();
  if (session === undefined || !hasTodoList()) return [];
  const plan = (await reader.snapshot(session))?.plan;
  if (plan && plan.steps.length > 0) return [];
  try {
    return await readTodoLines(session);
  } catch (error) {
    log.warn(`The editor's todo list could not be read: ${String(error)}`);
    return [];
  }
}
