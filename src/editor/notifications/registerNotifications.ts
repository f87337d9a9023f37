import * as vscode from 'vscode';
import { planProgress } from '../../domain/plan';
import { openChat } from '../chat/chatView';
import type { CurrentSession } from '../currentSession';
import { noticeText } from '../plainText';
import { readSettings } from '../settings/settings';
import { startTimer } from '../startTimer';
import { type News, type NewsPorts, PlanNews } from './planNews';

type NotificationsDeps = Pick<
  NewsPorts,
  'reader' | 'reviews' | 'claims' | 'workspace' | 'clock' | 'log'
> & { readonly current: Pick<CurrentSession, 'show'> };

/** Tells people who look elsewhere when a plan is completed or waits for them. */
export function registerNotifications(deps: NotificationsDeps): vscode.Disposable {
  const { reader, current, log } = deps;
  const show = async (said: News) => {
    const { t } = vscode.l10n;
    const { session } = said;
    const title = (await reader.summary(session))?.title ?? '';
    const plan = t('Show the Plan');
    const chat = t('Go to Chat');
    const text = newsText(said, noticeText(title || t('Untitled plan')));
    const chosen = await vscode.window.showInformationMessage(text, plan, chat);
    if (chosen === plan) {
      current.show(session);
      await vscode.commands.executeCommand('sessionPlans.showPlan');
    } else if (chosen === chat) await openChat(session);
  };
  const news = new PlanNews({
    ...deps,
    startTimer,
    when: () => readSettings().notifications,
    isFocused: () => vscode.window.state.focused,
    tell: (said) => {
      show(said).catch((error: unknown) => {
        log.error('A notification could not be shown.', error);
      });
    },
  });
  return vscode.Disposable.from(news);
}

function newsText(news: News, title: string): string {
  const { t } = vscode.l10n;
  if (news.kind === 'review')
    return t('"{0}": revision {1} waits for your review.', title, news.revision);
  const { completed, total } = planProgress(news.plan);
  return t(
    '"{0}" has no open steps any more: {1} of {2} are marked complete by the agent.',
    ...[title, completed, total],
  );
}
