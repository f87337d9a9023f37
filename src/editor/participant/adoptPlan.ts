import * as vscode from 'vscode';
import { planMarkdown } from '../../domain/planMarkdown';
import type { SessionSummary } from '../../service/planStore';
import type { HandedOver } from '../handoff/handoffPrompt';
import { noticeText } from '../plainText';
import { allSessions, goneError, sessionItem } from '../sessionPick';
import type { PlanChat } from './planChat';

/**
 * Goes on in this chat with the plan of another one, which was handed over or which a person chooses
 * (C25, FC.25), or with an earlier revision of its own, which the message names. False: it does not.
 */
export async function adoptPlan(chat: PlanChat, given?: HandedOver): Promise<boolean> {
  const { deps, session, stream, origin, request } = chat;
  const { service } = deps;
  const own = /^\d{1,9}$/.exec(request.prompt.trim())?.[0];
  if (own !== undefined) {
    const revision = Number(own);
    await service.execute({ kind: 'adopt_plan', session, from: session, revision, origin });
    await tell(
      chat,
      vscode.l10n.t('The plan of this chat is that of revision {0} again.', revision),
    );
    return true;
  }
  const chosen = given ? await givenPlan(chat, given) : await chosenPlan(chat);
  if (!chosen || !(await mayReplace(chat, chosen))) {
    stream.markdown(vscode.l10n.t('No plan was adopted; this chat is as it was.'));
    return false;
  }
  const { key: from, revision } = chosen;
  await service.execute({ kind: 'adopt_plan', session, from, revision, origin });
  await tell(
    chat,
    vscode.l10n.t('This chat goes on with a copy of that plan; the original stays.'),
  );
  return true;
}

/** As it was when it was handed over, whatever became of it since. */
async function givenPlan(
  { deps }: PlanChat,
  { session, revision }: HandedOver,
): Promise<SessionSummary> {
  const found = await deps.service.summary(session);
  if (!found) throw goneError();
  return { ...found, revision };
}

async function tell({ deps, session, stream }: PlanChat, said: string): Promise<void> {
  const { title = '', plan = null } = (await deps.service.snapshot(session)) ?? {};
  stream.markdown(`${said}\n\n${planMarkdown(title, plan)}`);
}

async function chosenPlan({ deps, session, token }: PlanChat): Promise<SessionSummary | undefined> {
  const { sessions } = await allSessions(deps.service);
  const items = sessions
    .filter(({ key, revision }) => key !== session && revision > 0)
    .map((found) => ({ ...sessionItem(found), found }));
  const options = {
    ...{ title: vscode.l10n.t('Adopt a plan'), matchOnDescription: true, matchOnDetail: true },
    placeHolder:
      items.length > 0
        ? vscode.l10n.t('Choose the plan that this chat goes on with')
        : vscode.l10n.t('No other chat has a plan'),
  };
  return (await vscode.window.showQuickPick(items, options, token))?.found;
}

/** A plan that is there already is not replaced without a word; it stays in the history of this chat. */
async function mayReplace(
  { deps, session, token }: PlanChat,
  chosen: SessionSummary,
): Promise<boolean> {
  const own = await deps.service.summary(session);
  if (!own || own.total === 0) return true;
  const { t } = vscode.l10n;
  const steps = ({ completed, total }: SessionSummary) => t('{0} of {1} steps', completed, total);
  const keep = {
    label: t('Keep the plan of this chat: {0}', noticeText(own.title)),
    description: steps(own),
  };
  const replace = {
    label: t('Go on with: {0}', noticeText(chosen.title)),
    description: steps(chosen),
    detail: t('The plan of this chat stays in its history, at revision {0}.', own.revision),
  };
  const options = { title: t('This chat has a plan already') };
  return (await vscode.window.showQuickPick([keep, replace], options, token)) === replace;
}
