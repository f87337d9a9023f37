import * as vscode from 'vscode';
import type { PlanDocument } from '../../domain/plan';
import { draftInNewChat, type ModelName } from '../chat/chatView';
import type { MaintenanceCommand } from '../commands/maintenanceCommands';
import { pickItem, shownSession } from '../commands/sessionPick';
import { chatPlanTool, readSettings } from '../settings/settings';
import { messageToAgent, messageToPlan } from './handoffPrompt';

/** A fresh chat goes on with the plan: it begins with the plan and nothing of what was said before. */
export async function continueInNewChat(command: MaintenanceCommand): Promise<void> {
  const { t } = vscode.l10n;
  const title = t('Continue a plan in a new chat');
  const session = await shownSession(command, title);
  if (!session) return;
  const plan = (await command.reader.snapshot(session.key))?.plan;
  if (!plan || plan.steps.length === 0) {
    void vscode.window.showInformationMessage(t('This plan has no steps to go on with.'));
    return;
  }
  const message = await pickMessage(session.key, plan, title);
  if (message === undefined) return;
  const model = await pickModel(title);
  if (model) await draftInNewChat(message, model.name);
}

async function pickMessage(
  session: string,
  plan: PlanDocument,
  title: string,
): Promise<string | undefined> {
  const { t } = vscode.l10n;
  const planTool = chatPlanTool(readSettings());
  const items = [
    {
      label: '@plan',
      detail: t('Goes on with a copy of the plan and its whole history.'),
      message: messageToPlan({ session, revision: plan.revision }),
    },
    ...(planTool === undefined
      ? []
      : [
          {
            label: t('Agent mode'),
            detail: t('The agent writes the plan anew in its own chat.'),
            message: messageToAgent(plan, planTool),
          },
        ]),
  ];
  return (await pickItem(items, { title, placeholder: t('Who goes on?') }))?.message;
}

interface Choice extends vscode.QuickPickItem {
  /** Undefined: the one that the chat has. */
  readonly name?: ModelName;
}

/** Undefined where the person left; where there is nothing to choose from, nobody is asked. */
async function pickModel(title: string): Promise<Choice | undefined> {
  const { t } = vscode.l10n;
  const same: Choice = { label: t('The model of the chat') };
  const models = await modelsOf();
  if (models.length < 2) return same;
  const items: Choice[] = [
    same,
    ...models.map(({ id, vendor, name }) => ({
      ...{ label: name, description: vendor, name: { id, vendor } },
    })),
  ];
  return pickItem(items, { title, placeholder: t('With which model?') });
}

/** Without a list of models the plan is still handed over. */
async function modelsOf(): Promise<readonly vscode.LanguageModelChat[]> {
  try {
    return await vscode.lm.selectChatModels();
  } catch {
    return [];
  }
}
