import { type PlanDocument, type StepStatus, revisionOf } from '../plan';
import { type Sentence, sentence } from '../sentence';
import type { Draft, DraftChange, Place } from './draft';
import { Names } from './draftedSteps';
import { openChanges } from './draftStanding';
import { exactText } from './exactText';

/**
 * What a rebased draft asks of the agent, line by line: ids and texts exactly as they are to be, each once.
 * Changes that the plan has already are not asked for.
 */
export function draftMessage(draft: Draft, plan: PlanDocument): Sentence[] {
  const names = new Names(plan, draft.changes);
  return [
    sentence`Change the plan, which is at revision ${revisionOf(plan)}, in exactly this way, and keep all other steps with their ids, texts and status as they are:`,
    ...openChanges(draft.changes, plan).map((change) => asked(change, names)),
  ];
}

function asked(change: DraftChange, names: Names): Sentence {
  const name = (id: string): string => exactText(names.of(id) ?? id);
  switch (change.kind) {
    case 'text':
      return sentence`- Step ${name(change.step.id)}: change its text to ${exactText(change.text)}`;
    case 'status':
      return statusWish(name(change.step.id), change.status);
    case 'place':
      return sentence`- Step ${name(change.step.id)}: move it ${where(change.place, name)}`;
    case 'add':
      return addWish(change, name);
  }
}

function statusWish(id: string, status: StepStatus): Sentence {
  return status === 'cancelled'
    ? sentence`- Step ${id}: cancel it; if your tool has no such status, leave the step out`
    : sentence`- Step ${id}: set its status to ${status}`;
}

function addWish(
  { id, text, status, parent, place }: Extract<DraftChange, { kind: 'add' }>,
  name: (id: string) => string,
): Sentence {
  const [called, said, there] = [name(id), exactText(text), where(place, name)];
  return parent === null
    ? sentence`- Add a step with the id ${called} and the status ${status} ${there}: ${said}`
    : sentence`- Add a step with the id ${called} and the status ${status} as a subtask of ${name(parent)} ${there}: ${said}`;
}

function where({ after, before }: Place, name: (id: string) => string): Sentence {
  if (after !== null) return sentence`directly after step ${name(after)}`;
  if (before !== null) return sentence`directly before step ${name(before)}`;
  return sentence`at the end`;
}
