import * as vscode from 'vscode';
import { visibleText } from '../../domain/visibleText';
import { labelText } from '../plainText';
import {
  type Asked,
  type ReviewChoice,
  reviewChoices,
  type ReviewQuestion,
  reviewTitle,
} from './reviewQuestion';

interface Item extends vscode.QuickPickItem {
  readonly choice?: ReviewChoice;
}

/** Our own question, which nothing but a person answers; the plan stands below the answers. */
export async function askByPick(
  question: ReviewQuestion,
  token: vscode.CancellationToken,
): Promise<Asked> {
  const choice = token.isCancellationRequested ? undefined : await pickChoice(question, token);
  if (!choice) return null;
  if (choice.outcome !== 'kept_planning') return { outcome: choice.outcome };
  const feedback = await vscode.window.showInputBox(
    {
      title: vscode.l10n.t('What should be different?'),
      prompt: vscode.l10n.t('It goes to the agent. Leave it empty to say nothing.'),
      ignoreFocusOut: true,
    },
    token,
  );
  if (token.isCancellationRequested) return null;
  return { outcome: choice.outcome, ...(feedback !== undefined && { feedback }) };
}

function pickChoice(
  question: ReviewQuestion,
  token: vscode.CancellationToken,
): Promise<ReviewChoice | undefined> {
  return new Promise((resolve) => {
    const pick = vscode.window.createQuickPick<Item>();
    const withdrawn = token.onCancellationRequested(() => {
      pick.hide();
    });
    pick.title = reviewTitle(question);
    pick.placeholder = vscode.l10n.t('Closing this approves nothing');
    pick.ignoreFocusOut = true;
    pick.items = itemsOf(question);
    pick.onDidAccept(() => {
      const choice = pick.selectedItems[0]?.choice;
      // The steps are there to be read.
      if (!choice) return;
      resolve(choice);
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      withdrawn.dispose();
      pick.dispose();
    });
    pick.show();
  });
}

function itemsOf({ plan }: ReviewQuestion): Item[] {
  return [
    ...reviewChoices().map((choice) => ({
      label: choice.label,
      detail: choice.description,
      choice,
    })),
    {
      label: visibleText(plan.explanation) || vscode.l10n.t('Steps'),
      kind: vscode.QuickPickItemKind.Separator,
    },
    ...plan.steps.map(({ description }, place) => ({
      label: `${String(place + 1)}. ${labelText(description)}`,
      alwaysShow: true,
    })),
  ];
}
