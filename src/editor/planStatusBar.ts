import * as vscode from 'vscode';
import { currentStep, planProgress, type PlanDocument } from '../domain/plan';
import { cutAtGrapheme } from '../domain/textLimits';
import { visibleText } from '../domain/visibleText';
import type { PlanReader, SessionSnapshot } from '../service/planReader';
import type { Log } from '../service/ports';
import type { CurrentSession } from './currentSession';

const STEP_LENGTH = 40;

export interface PlanStatusBarDeps {
  readonly reader: PlanReader;
  readonly current: CurrentSession;
  readonly log: Log;
}

/** `3/7 Run the focused tests` for the current plan; a click opens the panel. Hidden without a plan. */
export function registerPlanStatusBar({
  reader,
  current,
  log,
}: PlanStatusBarDeps): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('plan', vscode.StatusBarAlignment.Left, 0);
  item.name = vscode.l10n.t('Session plan');
  item.command = 'sessionPlans.showPlan';
  let latest = 0;

  const refresh = async () => {
    const mine = ++latest;
    const key = current.key();
    const snapshot = key === undefined ? undefined : await reader.snapshot(key);
    // A slower, older look must not overwrite what a newer one found.
    if (mine === latest) render(item, snapshot);
  };
  const refreshSafely = () => {
    refresh().catch((error: unknown) => {
      // The panel says what is wrong; the item keeps what it showed last.
      log.error('The status bar could not read the plan.', error);
    });
  };

  const committed = reader.onDidCommit(({ session }) => {
    if (session === current.key()) refreshSafely();
  });
  return vscode.Disposable.from(item, committed, current.onDidChange(refreshSafely));
}

function render(item: vscode.StatusBarItem, snapshot: SessionSnapshot | undefined): void {
  const plan = snapshot?.plan;
  if (!snapshot || !plan || plan.steps.length === 0) {
    item.hide();
    return;
  }
  const { completed, total } = planProgress(plan);
  const step = stepText(plan);
  const short = cutAtGrapheme(step, (text) => text.length <= STEP_LENGTH);
  item.text = `$(checklist) ${completed}/${total} ${withoutIcons(short)}`;
  item.tooltip = `${visibleText(snapshot.title)}\n${step}`;
  item.accessibilityInformation = {
    label: vscode.l10n.t('Plan: {0} of {1} steps marked complete. {2}', completed, total, step),
  };
  const troubled = snapshot.problems.length > 0;
  item.backgroundColor = troubled
    ? new vscode.ThemeColor('statusBarItem.warningBackground')
    : undefined;
  item.show();
}

function stepText(plan: PlanDocument): string {
  const step = currentStep(plan);
  return step
    ? visibleText(step.description)
    : vscode.l10n.t('All steps marked complete by the agent');
}

/** The status bar turns `$(name)` into an icon; a backslash before it keeps it text. */
function withoutIcons(text: string): string {
  return text.replaceAll('$(', '\\$(');
}
