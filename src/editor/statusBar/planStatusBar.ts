import * as vscode from 'vscode';
import type { PlanError } from '../../domain/planError';
import type { PlanReader, SessionSnapshot } from '../../service/planReader';
import type { SessionKey } from '../../service/planStore';
import type { Log } from '../../service/ports';
import type { CurrentSession } from '../currentSession';
import type { Reviews } from '../panel/sessionsFeed';
import { statusBarContent, type StatusBarFacts } from './statusBarContent';

export interface PlanStatusBarDeps {
  readonly reader: PlanReader;
  readonly reviews: Reviews;
  readonly current: CurrentSession;
  readonly reach: { readonly problem: PlanError | undefined };
  readonly log: Log;
}

/** `3/7 Run the focused tests` for the current plan; a click opens the panel. Hidden without a plan. */
export function registerPlanStatusBar({
  reader,
  reviews,
  current,
  reach,
  log,
}: PlanStatusBarDeps): vscode.Disposable {
  const item = vscode.window.createStatusBarItem('plan', vscode.StatusBarAlignment.Left, 0);
  item.name = vscode.l10n.t('Session plan');
  item.command = 'sessionPlans.showPlan';
  let latest = 0;
  let rendered: { readonly key?: SessionKey | undefined; readonly snapshot?: SessionSnapshot } = {};

  const reviewOf = (key: SessionKey | undefined) =>
    key === undefined ? undefined : reviews.openReviews.get(key);

  const refresh = async () => {
    const mine = ++latest;
    const key = current.key();
    try {
      const snapshot = key === undefined ? undefined : await reader.snapshot(key);
      // A slower, older look must not overwrite what a newer one found.
      if (mine !== latest) return;
      rendered = { key, ...(snapshot && { snapshot }) };
      const away = key === undefined ? reach.problem : undefined;
      render(item, snapshot, { isStale: false, review: reviewOf(key), away });
    } catch (error) {
      // The panel says what is wrong; the item keeps what it showed of this session, never another's.
      log.error('The status bar could not read the plan.', error);
      const before = rendered.key === key ? rendered.snapshot : undefined;
      const away = reach.problem;
      if (mine === latest) render(item, before, { isStale: true, review: reviewOf(key), away });
    }
  };

  const committed = reader.onDidCommit(({ session }) => {
    if (session === current.key()) void refresh();
  });
  const asked = reviews.onDidChangeReviews((session) => {
    if (session === current.key()) void refresh();
  });
  const followed = current.onDidChange(() => void refresh());
  const rechecked = current.onDidRecheck(() => void refresh());
  return vscode.Disposable.from(item, committed, asked, followed, rechecked);
}

function render(
  item: vscode.StatusBarItem,
  snapshot: SessionSnapshot | undefined,
  facts: StatusBarFacts,
): void {
  const content = statusBarContent(snapshot, facts);
  if (!content) {
    item.hide();
    return;
  }
  item.text = content.text;
  item.tooltip = content.tooltip;
  item.accessibilityInformation = { label: content.label };
  item.backgroundColor = content.isTroubled
    ? new vscode.ThemeColor('statusBarItem.warningBackground')
    : undefined;
  item.show();
}
