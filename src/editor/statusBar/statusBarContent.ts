import * as vscode from 'vscode';
import { currentStep } from '../../domain/currentStep';
import { isComplete, planProgress, type PlanDocument } from '../../domain/plan';
import type { PlanError } from '../../domain/planError';
import type { PlanModeState } from '../../domain/planMode';
import { cutAtGrapheme } from '../../domain/textLimits';
import { visibleText } from '../../domain/visibleText';
import { toActivity } from '../../protocol/planView';
import type { SessionSnapshot } from '../../service/planReader';
import { inWords } from '../inWords';
import { labelText } from '../plainText';

const STEP_LENGTH = 40;
/** So many of the steps that come next are named. */
const NEXT_STEPS = 3;

export interface StatusBarContent {
  readonly text: string;
  /** For who hears it. */
  readonly label: string;
  readonly tooltip: vscode.MarkdownString;
  /** Something is wrong with what is stored. */
  readonly isTroubled: boolean;
}

/** A sign beside the plan, and what it means. */
interface Mark {
  readonly icon?: string;
  readonly meaning: string;
}

/** What is known beside the snapshot. */
export interface StatusBarFacts {
  /** The store could not be read again since. */
  readonly isStale: boolean;
  /** The revision that a person is asked about. */
  readonly review?: number | undefined;
  /** Why the store does not answer. */
  readonly away?: PlanError | undefined;
}

/** Undefined where there is nothing to tell. */
export function statusBarContent(
  snapshot: SessionSnapshot | undefined,
  facts: StatusBarFacts,
): StatusBarContent | undefined {
  if (!snapshot) return facts.away && awayContent(facts.away);
  const marks = marksOf(snapshot, facts);
  const plan = snapshot.plan?.steps.length ? snapshot.plan : undefined;
  if (!plan && !marks.some(({ icon }) => icon)) return undefined;
  const title = visibleText(snapshot.title);
  const { now, progress, inShort } = plan ? summary(plan) : nothingYet();
  const icons = marks.flatMap(({ icon }) => (icon ? [` $(${icon})`] : []));
  const meanings = marks.map(({ meaning }) => meaning);
  return {
    text: `$(checklist) ${inShort}${icons.join('')}`,
    label: [title && `${title}.`, progress, ...meanings, now].filter(Boolean).join(' '),
    tooltip: tooltip([title, progress, now, ...meanings].filter(Boolean), plan),
    isTroubled: snapshot.problems.length > 0,
  };
}

/** There may be a plan that cannot be seen. */
function awayContent(away: PlanError): StatusBarContent {
  const text = vscode.l10n.t('Plans');
  const title = vscode.l10n.t('The store of the plans does not answer');
  const why = inWords(away.sentence);
  const content = { text: `$(warning) ${text}`, label: `${title}. ${why}`, isTroubled: true };
  return { ...content, tooltip: tooltip([title, why], undefined) };
}

function summary(plan: PlanDocument) {
  const { completed, total } = planProgress(plan);
  const now = stepText(plan);
  const short = cutAtGrapheme(now, (text) => text.length <= STEP_LENGTH);
  return {
    now,
    progress: vscode.l10n.t('Plan: {0} of {1} steps marked complete.', completed, total),
    inShort: `${String(completed)}/${String(total)} ${labelText(short)}`,
  };
}

function nothingYet() {
  const text = vscode.l10n.t('No plan yet');
  return { now: '', progress: text, inShort: text };
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

function marksOf(snapshot: SessionSnapshot, { isStale, review, away }: StatusBarFacts): Mark[] {
  const { t } = vscode.l10n;
  const { plan, planMode, problems } = snapshot;
  const isBegun = plan?.steps.some(({ status }) => status === 'in_progress') ?? false;
  const isStopped = isBegun && toActivity(snapshot) === 'stopped';
  return [
    ...(review === undefined
      ? []
      : [{ icon: 'question', meaning: t('Revision {0} waits for your answer.', review) }]),
    ...(isStopped ? [{ icon: 'debug-pause', meaning: t('The agent is not running.') }] : []),
    ...(planMode ? [modeMark(planMode)] : []),
    ...(problems.length > 0
      ? [{ icon: 'warning', meaning: t('Part of what is stored is damaged.') }]
      : []),
    ...(isStale ? [{ icon: 'sync-ignored', meaning: t('What is shown may be out of date.') }] : []),
    ...(away ? [{ meaning: inWords(away.sentence) }] : []),
  ];
}

function modeMark({ active, pending }: PlanModeState): Mark {
  const { t } = vscode.l10n;
  if (pending === true)
    return { icon: 'lightbulb-empty', meaning: t('Plan mode begins with the next request.') };
  if (pending === false)
    return { icon: 'lightbulb-empty', meaning: t('Plan mode ends with the next request.') };
  return active
    ? { icon: 'lightbulb', meaning: t('Plan mode is on.') }
    : { meaning: t('Plan mode is off.') };
}

/** All of it is text: nothing that a model wrote becomes a link, an icon or a format. */
function tooltip(lines: readonly string[], plan: PlanDocument | undefined): vscode.MarkdownString {
  const text = new vscode.MarkdownString();
  for (const line of lines) text.appendText(line).appendMarkdown('\n\n');
  const named = plan && currentStep(plan);
  const next = (plan?.steps ?? [])
    .filter((step) => step.status === 'pending' && step !== named)
    .slice(0, NEXT_STEPS);
  if (next.length > 0) text.appendText(vscode.l10n.t('Next:')).appendMarkdown('\n\n');
  for (const { description } of next)
    text.appendMarkdown('- ').appendText(visibleText(description)).appendMarkdown('\n');
  const hint = vscode.l10n.t(
    'A click shows the plan. The command palette has more under "Session Plans".',
  );
  return text.appendMarkdown('\n\n---\n\n').appendText(hint);
}
