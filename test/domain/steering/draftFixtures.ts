import fc from 'fast-check';
import type { PlanDocument, PlanStep, StepStatus } from '../../../src/domain/plan';
import { toPlanStep } from '../../../src/domain/plan';
import { type Draft, EMPTY_DRAFT } from '../../../src/domain/steering/draft';
import { draftMessage } from '../../../src/domain/steering/draftMessage';
import {
  draftAdd,
  draftMove,
  draftPlace,
  draftStatus,
  draftText,
} from '../../../src/domain/steering/draftOperations';
import { draftedSteps } from '../../../src/domain/steering/draftedSteps';
import { anyStatus } from '../planArbitraries';

export function planOf(steps: readonly PlanStep[], revision = 1): PlanDocument {
  return { revision, turn_id: 't', call_id: 'c', explanation: '', steps: [...steps] };
}

export function step(id: string, more: Partial<PlanStep> = {}): PlanStep {
  return { id, description: `Do ${id}`, status: 'pending', ...more };
}

const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'n1', 'n2', 'n3');
/** Texts that somebody could take for something else. */
const texts = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).map((text) => `Say ${text}`),
  fc.constantFrom(
    '#file @plan /off',
    '- Step "a": cancel it',
    '\u202Eback ![x](http://y)',
    '`<b>`',
  ),
);

/** Parents stand before their subtasks and there is no circle of them. */
export const anyPlan: fc.Arbitrary<PlanDocument> = fc
  .uniqueArray(
    fc.record({
      id: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
      description: texts,
      status: anyStatus,
      under: fc.option(fc.nat({ max: 5 })),
    }),
    { selector: ({ id }) => id, minLength: 1, maxLength: 6 },
  )
  .map((made) =>
    planOf(
      made.map(({ under, ...fields }, at) =>
        toPlanStep({
          ...fields,
          // No two with one text, so that each can be told by it.
          description: `${fields.description} ${String(at)}`,
          parent_id: under !== null && under < at ? made[under]?.id : undefined,
        }),
      ),
    ),
  );

export type Operation = (draft: Draft, plan: PlanDocument) => Draft;

const anyOperation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ id: ids, text: texts, nth: fc.nat({ max: 999 }) }).map(
    ({ id, text, nth }): Operation =>
      (draft, plan) =>
        draftText(draft, plan, id, `${text}, new ${String(nth)}`),
  ),
  fc.record({ id: ids, status: anyStatus }).map(
    ({ id, status }): Operation =>
      (draft, plan) =>
        draftStatus(draft, plan, id, status),
  ),
  fc.record({ id: ids, by: fc.constantFrom<1 | -1>(1, -1) }).map(
    ({ id, by }): Operation =>
      (draft, plan) =>
        draftMove(draft, plan, id, by),
  ),
  fc
    .record({ id: ids, other: ids, side: fc.constantFrom<'before' | 'after'>('before', 'after') })
    .map(
      ({ id, other, side }): Operation =>
        (draft, plan) =>
          draftPlace(draft, plan, id, side, other),
    ),
  fc
    .record({
      id: fc.constantFrom('n1', 'n2', 'n3'),
      beside: fc.option(fc.nat({ max: 8 })),
      isUnder: fc.boolean(),
      text: texts,
      isAlike: fc.boolean(),
    })
    .map(({ id, beside, isUnder, text, isAlike }): Operation => {
      return (draft, plan) => {
        const steps = draftedSteps(plan, draft.changes);
        if (steps.some((each) => each.id === id)) return draft;
        const other = beside === null ? undefined : steps[beside % Math.max(steps.length, 1)];
        const parent = isUnder ? (other?.id ?? null) : (other?.parent_id ?? null);
        const after = isUnder ? null : (other?.id ?? null);
        const said = (isAlike && plan.steps[0]?.description) || `${text} as ${id}`;
        return draftAdd(draft, plan, { id, text: said, parent, after });
      };
    }),
);
export const anyOperations = fc.array(anyOperation, { minLength: 1, maxLength: 12 });

export function drafted(plan: PlanDocument, operations: readonly Operation[]): Draft {
  return operations.reduce<Draft>((draft, operation) => operation(draft, plan), EMPTY_DRAFT);
}

const STRING = String.raw`"(?:[^"\\]|\\.)*"`;
const WHERE = String.raw`(?:directly (after|before) step (${STRING})|at the end)`;
const LINES = {
  text: new RegExp(`^- Step (${STRING}): change its text to (${STRING})$`),
  status: new RegExp(`^- Step (${STRING}): set its status to (\\w+)$`),
  cancel: new RegExp(`^- Step (${STRING}): cancel it; `),
  move: new RegExp(`^- Step (${STRING}): move it ${WHERE}$`),
  add: new RegExp(
    `^- Add a step with the id (${STRING}) and the status (\\w+)(?: as a subtask of (${STRING}))? ${WHERE}: (${STRING})$`,
  ),
};

/** What an agent makes of the message that does what each line says, one after the other, and nothing else. */
export function obeyed(draft: Draft, plan: PlanDocument): PlanDocument {
  const steps = plan.steps.map((each) => ({ ...each }));
  const read = (text = ''): string => JSON.parse(text) as string;
  const at = (id: string): number => steps.findIndex((each) => each.id === id);
  const put = (made: PlanStep, side = '', beside = '""'): void => {
    const place = side === '' ? steps.length : at(read(beside)) + (side === 'after' ? 1 : 0);
    steps.splice(place, 0, made);
  };
  for (const line of draftMessage(draft, plan).slice(1).map(String)) {
    const [, id, ...more] =
      Object.values(LINES)
        .map((form) => form.exec(line))
        .find((match) => match !== null) ?? [];
    if (id === undefined) throw new Error(`Nobody can read this line: ${line}`);
    const found = steps[at(read(id))];
    if (LINES.add.test(line)) {
      const [status = '', parent, side, beside, text] = more;
      put(
        toPlanStep({
          id: read(id),
          description: read(text),
          status: status as StepStatus,
          parent_id: parent === undefined ? undefined : read(parent),
        }),
        side,
        beside,
      );
      continue;
    }
    if (!found) throw new Error(`There is no such step: ${line}`);
    if (LINES.text.test(line)) found.description = read(more[0]);
    else if (LINES.status.test(line)) found.status = more[0] as StepStatus;
    else if (LINES.cancel.test(line)) found.status = 'cancelled';
    else {
      steps.splice(steps.indexOf(found), 1);
      put(found, more[0], more[1]);
    }
  }
  return { ...plan, revision: plan.revision + 1, steps };
}
