import * as vscode from 'vscode';
import type { PlanDocument } from '../../domain/plan';
import { flatLines, ALL_LINKS } from '../../domain/stepViews';
import type { SessionKey } from '../../service/planStore';
import { linkTarget, planLink } from '../planLinks';

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

/** The plan that a message to `@plan` begins with, and what else it says. */
export function handedOver(
  prompt: string,
): { readonly plan: HandedOver; readonly words: string } | undefined {
  const [, link = '', words = ''] = /^\s*(\S+)\s*(.*)$/s.exec(prompt) ?? [];
  const { session, revision } = targetOf(link) ?? {};
  if (session === undefined || revision === undefined) return undefined;
  return { plan: { session, revision }, words };
}

function targetOf(link: string): ReturnType<typeof linkTarget> {
  const mark = '://session-plans.session-plans/';
  return link.includes(mark) ? linkTarget(vscode.Uri.parse(link)) : undefined;
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
