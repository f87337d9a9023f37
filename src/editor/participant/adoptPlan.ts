import * as vscode from 'vscode';
import { planMarkdown } from '../../domain/planMarkdown';
import { everySession } from '../../service/everySession';
import { mayReplace, type PlanAtRevision } from '../adoption/bothPlans';
import { candidateItems } from '../adoption/candidateItems';
import { strandedPlans } from '../adoption/strandedPlans';
import type { HandedOver } from '../handoff/handoffPrompt';
import { goneError } from '../commands/sessionPick';
import type { PlanChat } from './planChat';

/**
 * Goes on in this chat with the plan of another one, which was handed over or which a person chooses
 * (C25, FC.25), or with an earlier revision of its own, which the message names. False: it does not.
 */
export async function adoptPlan(chat: PlanChat, given?: HandedOver): Promise<boolean> {
  const { deps, session, stream, origin, request, token } = chat;
  const { service } = deps;
  const earlier = /^\d{1,9}$/.exec(request.prompt.trim())?.[0];
  if (earlier !== undefined) {
    const revision = Number(earlier);
    await service.execute({ kind: 'adopt_plan', session, from: session, revision, origin });
    await tell(
      chat,
      vscode.l10n.t('The plan of this chat is that of revision {0} again.', revision),
    );
    return true;
  }
  const chosen = given ? await givenPlan(chat, given) : await chosenPlan(chat);
  const own = await service.summary(session);
  if (!chosen || !(await mayReplace(service, own, chosen, token))) {
    stream.markdown(vscode.l10n.t('No plan was adopted; this chat is as it was.'));
    return false;
  }
  const { summary, revision } = chosen;
  await service.execute({ kind: 'adopt_plan', session, from: summary.key, revision, origin });
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
): Promise<PlanAtRevision> {
  const summary = await deps.service.summary(session);
  if (!summary) throw goneError();
  return { summary, revision };
}

async function tell({ deps, session, stream }: PlanChat, said: string): Promise<void> {
  const { title = '', plan = null } = (await deps.service.snapshot(session)) ?? {};
  stream.markdown(`${said}\n\n${planMarkdown(title, plan)}`);
}

async function chosenPlan({ deps, session, token }: PlanChat): Promise<PlanAtRevision | undefined> {
  const { service, clock, copied } = deps;
  const { sessions } = await everySession(service);
  const plans = sessions.filter(({ key, revision }) => key !== session && revision > 0);
  const stranded = strandedPlans(plans, { own: session, now: clock.now(), copied });
  const items = candidateItems(plans, stranded);
  const options = {
    ...{ title: vscode.l10n.t('Adopt a plan'), matchOnDescription: true, matchOnDetail: true },
    placeHolder:
      items.length > 0
        ? vscode.l10n.t('Choose the plan that this chat goes on with')
        : vscode.l10n.t('No other chat has a plan'),
  };
  const summary = (await vscode.window.showQuickPick(items, options, token))?.summary;
  return summary && { summary, revision: summary.revision };
}
