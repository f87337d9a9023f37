import * as vscode from 'vscode';
import type { PlanDocument } from '../../domain/plan';
import { flatLines, ALL_LINKS } from '../../domain/stepViews';
import type { SessionKey } from '../../service/planStore';
import { linkTarget, PLAN_LINK_HOST, planLink } from '../documents/planLinks';

/** A plan at one revision, wherever it is. */
export interface HandedOver {
  readonly session: SessionKey;
  readonly revision: number;
}

/**
 * A message to `@plan` that names the plan itself, so that it is the same plan in whatever chat it is
 * sent, now or later.
 */
export function messageToPlan(plan: HandedOver): string {
  return `@plan /execute ${planLink(plan)} `;
}

/** The same to go on with it before anything is asked of the model. */
export function adoptionMessage(plan: HandedOver): string {
  return `@plan /adopt ${planLink(plan)} `;
}

/** The plan that a message to go on with one begins with, and what else it says. */
export function handedOver({
  command,
  prompt,
}: Pick<vscode.ChatRequest, 'command' | 'prompt'>):
  { readonly plan: HandedOver; readonly words: string } | undefined {
  if (command !== 'execute' && command !== 'adopt') return undefined;
  const [, link = '', words = ''] = /^\s*(\S+)\s*(.*)$/s.exec(prompt) ?? [];
  const { session, revision } = targetOf(link) ?? {};
  if (session === undefined || revision === undefined) return undefined;
  return { plan: { session, revision }, words };
}

/** Of whatever editor: a link is pasted where the person likes. */
function targetOf(link: string): ReturnType<typeof linkTarget> {
  try {
    const { host, pathname, search } = new URL(link);
    if (host !== PLAN_LINK_HOST) return undefined;
    return linkTarget({ path: decodeURIComponent(pathname), query: search.slice(1) });
  } catch {
    // No address at all.
    return undefined;
  }
}

/** A message to an agent that is not ours: it writes the plan anew, with the ids that it has. */
export function messageToAgent(plan: PlanDocument, planTool: string): string {
  const { explanation, steps } = plan;
  return [
    vscode.l10n.t(
      'Go on with this plan of another chat: write it with #{0} first, with the same ids and status, then work through its open steps.',
      planTool,
    ),
    '',
    ...(explanation === '' ? [] : [explanation]),
    ...flatLines(steps, ALL_LINKS),
    '',
  ].join('\n');
}
