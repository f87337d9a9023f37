import { reconcileBlocks } from '../blocking';
import { isResolved, revisionOf, toPlanStep, type PlanDocument, type PlanStep } from '../plan';
import type { PlanInput, WriteItem } from '../planCommand';
import { inProgressNotes } from '../planText';
import { bulleted, fitSteps, type Cut } from '../resultRoom';
import { compactLines, counted } from '../stepViews';
import type { Situation, ToolOutcome } from '../toolOutcome';
import { toolRefusal } from '../toolResult';
import { accepted, nextPlan } from './changedPlan';
import { listProblem, type ListProblem } from './listProblem';

/** Replaces the whole list; steps without an id get a fresh one. The first failing check decides (planning 3.2). */
export function writePlan(situation: Situation, { items }: PlanInput<'write_plan'>): ToolOutcome {
  const problem = listProblem(items, situation.mode);
  if (problem) return notUpdated(situation, problem);
  const ids = situation.newIds[Symbol.iterator]();
  const steps = reconcileBlocks(items.map((item) => toStep(item, () => ids.next().value)));
  const next = nextPlan(situation, steps, '');
  return accepted(next, answerText(next, situation.plan));
}

function toStep(item: WriteItem, newId: () => string | undefined): PlanStep {
  const { content, status = 'pending', active_form, parent_id, depends_on } = item;
  const id = item.id ?? newId();
  if (id === undefined) throw new Error('There are fewer fresh ids than steps without one.');
  return toPlanStep({ id, description: content, status, active_form, parent_id, depends_on });
}

/** Told from what is stored now, not from what was asked (PTx.29). */
function answerText(plan: PlanDocument, before: PlanDocument | null): string {
  const kept = new Set(plan.steps.map(({ id }) => id));
  const gone = (before?.steps ?? []).filter(
    ({ id, status }) => !isResolved(status) && !kept.has(id),
  );
  return fitSteps((cut) =>
    [
      `Plan revision ${plan.revision} written: ${counted(plan.steps.length, 'step')}.`,
      '',
      ...compactLines(plan.steps.map(cut)),
      ...inProgressNotes(plan.steps),
      ...goneNote(gone, revisionOf(before), cut),
    ].join('\n'),
  );
}

const GONE_SHOWN = 8;

/** What a new list drops is told and stays to be had (FC.6, FC.7). */
function goneNote(gone: readonly PlanStep[], revision: number, cut: Cut): string[] {
  if (gone.length === 0) return [];
  const [are, them] = gone.length === 1 ? ['is', 'it'] : ['are', 'them'];
  const more = gone.length - GONE_SHOWN;
  return [
    `Note: ${counted(gone.length, 'unfinished step')} of the previous plan ${are} not in this one; revision ${revision} still holds ${them}:`,
    ...gone.slice(0, GONE_SHOWN).map((step) => `- ${cut(step).description}`),
    ...(more > 0 ? [`- and ${more} more`] : []),
  ];
}

function notUpdated({ plan }: Situation, { error, messages }: ListProblem): ToolOutcome {
  const revision = revisionOf(plan);
  const text = [
    `The plan was not updated and stays at revision ${revision}.`,
    ...bulleted(messages),
  ].join('\n');
  return { result: toolRefusal(text, { error, revision }) };
}
