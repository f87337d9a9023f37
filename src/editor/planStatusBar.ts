import * as vscode from 'vscode';
import { currentStep } from '../domain/currentStep';
import { isComplete, planProgress, type PlanDocument } from '../domain/plan';
import { cutAtGrapheme } from '../domain/textLimits';
import { visibleText } from '../domain/visibleText';
import type { PlanReader, SessionSnapshot } from '../service/planReader';
import type { SessionKey } from '../service/planStore';
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
  let rendered: SessionKey | undefined;

  const refresh = async () => {
    const mine = ++latest;
    const key = current.key();
    try {
      const snapshot = key === undefined ? undefined : await reader.snapshot(key);
      // A slower, older look must not overwrite what a newer one found.
      if (mine !== latest) return;
      render(item, snapshot);
      rendered = key;
    } catch (error) {
      // The panel says what is wrong; the item keeps what it showed of this session, never another's.
      log.error('The status bar could not read the plan.', error);
      if (mine === latest && rendered !== key) item.hide();
    }
  };

  const committed = reader.onDidCommit(({ session }) => {
    if (session === current.key()) void refresh();
  });
  const followed = current.onDidChange(() => void refresh());
  return vscode.Disposable.from(item, committed, followed);
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
  if (isComplete(plan)) return vscode.l10n.t('All steps marked complete by the agent');
  const step = currentStep(plan);
  if (step) return visibleText(step.description);
  const blocked = plan.steps.find(({ status }) => status === 'blocked');
  return blocked
    ? vscode.l10n.t('Blocked: {0}', visibleText(blocked.description))
    : vscode.l10n.t('No open step');
}

/** The status bar turns `$(name)` into an icon; a backslash before it keeps it text. */
function withoutIcons(text: string): string {
  return text.replaceAll('$(', '\\$(');
}
