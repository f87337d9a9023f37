import * as vscode from 'vscode';
import { PlanError } from '../../domain/planError';
import type { PlanModeState } from '../../domain/planMode';
import type { SessionKey } from '../../service/planStore';
import type { SessionPlanMode } from '../../service/sessionPlanMode';
import { draftInChat, switchAgent } from '../chat/chatView';
import type { MaintenanceCommand } from '../commands/maintenanceCommands';
import { selectionWords } from '../participant/modeCommands';

/** In agent mode another agent is what plan mode is for `@plan`; nothing here knows which one a chat has. */
export function switchToPlanner(): Promise<void> {
  return switchAgent('Session Planner');
}

export function switchToAgent(): Promise<void> {
  return switchAgent('agent');
}

/** Selects the other one of what is selected now; it becomes true with the next request (planning 8.1). */
export async function togglePlanMode(command: MaintenanceCommand): Promise<void> {
  const session = sessionOf(command);
  const state = session === undefined ? null : await stateOf(command.planMode, session);
  if (session === undefined || !state) await tellWhyNot(session);
  else await select(command, session, !(state.pending ?? state.active));
}

/** The way out of plan mode that approves nothing; where it is off or being left, it stays so. */
export async function leavePlanMode(command: MaintenanceCommand): Promise<void> {
  const session = sessionOf(command);
  if (session === undefined) await tellWhyNot(session);
  else await select(command, session, false);
}

/** Without a named session the one on the screen is meant. */
function sessionOf({ target, current }: MaintenanceCommand): SessionKey | undefined {
  return target.session ?? current.key();
}

/** A chat in which nothing was planned yet is not stored, and has no plan mode either. */
async function stateOf(mode: SessionPlanMode, session: SessionKey): Promise<PlanModeState | null> {
  try {
    return await mode.planMode(session);
  } catch (error) {
    if (PlanError.is(error, 'session_not_found')) return null;
    throw error;
  }
}

async function select(
  { planMode }: MaintenanceCommand,
  session: SessionKey,
  active: boolean,
): Promise<void> {
  const state = await planMode.setPlanMode(session, active);
  if (state) void vscode.window.showInformationMessage(selectionWords(state));
  else await tellWhyNot(session);
}

async function tellWhyNot(session: SessionKey | undefined): Promise<void> {
  const { t } = vscode.l10n;
  const text =
    session === undefined
      ? t('No chat has used a plan in this window yet. Plan mode is part of chats with @plan.')
      : t(
          'The plan on the screen belongs to an agent that is not ours, so plan mode cannot be switched there. It is part of chats with @plan.',
        );
  const ways = new Map([
    [t('Switch This Chat to Session Planner'), switchToPlanner],
    [t('Switch This Chat Back to Agent'), switchToAgent],
    [t('Plan With @plan'), () => draftInChat('@plan /plan ')],
  ]);
  const chosen = await vscode.window.showInformationMessage(text, ...ways.keys());
  if (chosen !== undefined) await ways.get(chosen)?.();
}
