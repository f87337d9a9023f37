import { revisionOf, type PlanDocument, type PlanStep } from '../plan';
import { type Sentence, sentence, verbatim } from '../sentence';
import { exactText } from './exactText';

/** Asks for the steps of an earlier revision, with their ids, as a list that a planning tool takes. */
export function goBackMessage(earlier: PlanDocument, latest: PlanDocument | null): Sentence[] {
  const { revision, steps } = earlier;
  const now = revisionOf(latest);
  if (steps.length === 0) {
    return [
      sentence`Set the plan, which is at revision ${now}, back to what it was at revision ${revision}: it had no steps then.`,
    ];
  }
  return [
    sentence`Set the plan, which is at revision ${now}, back to what it was at revision ${revision}: exactly these steps, in this order, with these ids, texts and status, and no others. Change nothing else. A step whose status your tool cannot set to cancelled is left out.`,
    ...steps.map((step) => exactStep(step)),
  ];
}

function exactStep({ id, description, status, parent_id, depends_on = [] }: PlanStep): Sentence {
  const links = [
    ...(parent_id === undefined ? [] : [`parent_id ${exactText(parent_id)}`]),
    ...(depends_on.length === 0 ? [] : [`depends_on [${depends_on.map(exactText).join(', ')}]`]),
  ];
  const told = [exactText(id), status, ...links].join(', ');
  return verbatim(`- ${told}: ${exactText(description)}`);
}

/** Asks that the list tells what is true; nothing of what is planned is to change. */
export function updateStatusesMessage(plan: PlanDocument): Sentence[] {
  return [
    sentence`Bring the plan, which is at revision ${revisionOf(plan)}, up to date: set the status of every step to what is true now, with one call. Keep ids, texts and order, add nothing, and do no other work.`,
  ];
}

/**
 * What of a plan is compared to find that it is back at an earlier revision: ids, texts, status and order.
 * Cancelled steps are left out, since many agents cannot say that one is; and links, which stay with the ids.
 */
export function comparableSteps({ steps }: PlanDocument): string {
  return JSON.stringify(
    steps.flatMap(({ id, description, status }) =>
      status === 'cancelled' ? [] : [[id, description, status]],
    ),
  );
}
