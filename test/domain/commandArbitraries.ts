import fc from 'fast-check';
import { type PlanCommand, type PlanInput, type PlanToolName } from '../../src/domain/planCommand';
import type { PlanningMode } from '../../src/domain/toolOutcome';
import { toolsOfMode } from '../../src/domain/toolset';
import { anyStatus, anyText, anyUpdateInput } from './planArbitraries';

/** Few ids, so that calls meet each other's steps; those of fresh steps are among them. */
const anyId = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('a', 'b', 'c', 'd', 'new1') },
  { weight: 1, arbitrary: fc.constantFrom('e', '', 'b a d', '__proto__', 'i'.repeat(65)) },
);
const anyContent = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom('One', 'Two', 'é'.repeat(120), 'word '.repeat(48)) },
  { weight: 1, arbitrary: anyText },
);
const plainStatus = fc.constantFrom(
  'pending' as const,
  'in_progress' as const,
  'completed' as const,
);

const anyItem = fc.record(
  {
    content: anyContent,
    id: anyId,
    status: anyStatus,
    active_form: anyContent,
    parent_id: anyId,
    depends_on: fc.array(anyId, { maxLength: 2 }),
  },
  { requiredKeys: ['content'] },
);

/** Items as a careful model sends them: ids of their own, links only to earlier ones. */
const soundItems = fc
  .uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 3, maxLength: 5 })
  .chain((ids) =>
    fc.tuple(
      ...ids.map((id, at) =>
        fc
          .record({
            links: fc.boolean(),
            status: plainStatus,
            earlier: fc.nat({ max: Math.max(at - 1, 0) }),
          })
          .map(({ links, status, earlier }) => {
            const other = ids[earlier];
            const linked = links && at > 0 && other !== undefined;
            return {
              id,
              content: `Do ${id}`,
              status,
              ...(linked && { parent_id: other, depends_on: [other] }),
            };
          }),
      ),
    ),
  );

type Inputs = { [Name in PlanToolName]: fc.Arbitrary<PlanInput<Name>> };
const oneUpdate = fc.record({ task_id: anyId, status: anyStatus });

const inputs: Inputs = {
  update_plan: fc.oneof(
    anyUpdateInput,
    fc.record({
      expected_revision: fc.nat({ max: 5 }),
      steps: fc.uniqueArray(
        fc.record({ id: anyId, description: anyContent, status: plainStatus }),
        { selector: ({ id }) => id, maxLength: 5 },
      ),
    }),
  ),
  read_plan: fc.record({ hierarchical: fc.boolean() }, { requiredKeys: [] }),
  write_plan: fc.record({
    items: fc.oneof(
      soundItems,
      fc.array(anyItem, { maxLength: 5 }),
      fc.array(anyItem, { maxLength: 40 }),
    ),
  }),
  add_task: fc.record(
    { content: anyContent, active_form: anyContent },
    { requiredKeys: ['content'] },
  ),
  update_task_status: oneUpdate,
  update_task_statuses: fc.record({
    updates: fc.oneof(fc.array(oneUpdate, { maxLength: 2 }), fc.array(oneUpdate, { maxLength: 6 })),
  }),
  remove_task: fc.record({ task_id: anyId }),
  add_subtask: fc.record({ parent_id: anyId, content: anyContent }),
  set_dependency: fc.record({ task_id: anyId, depends_on_id: anyId }),
  get_available_tasks: fc.constant({}),
};

/** So often is a tool called: those that need a plan more than those that make a new one. */
const weights: Partial<Record<PlanToolName, number>> = {
  update_plan: 3,
  update_task_status: 5,
  update_task_statuses: 5,
  set_dependency: 8,
  add_subtask: 3,
};

/** Any call that a caller of this mode can make; direct callers may pass what its schema would refuse. */
export function anyCommand(mode: Pick<PlanningMode, 'subtasks'>): fc.Arbitrary<PlanCommand> {
  return fc.oneof(
    ...toolsOfMode(mode).map((name) => ({
      weight: weights[name] ?? 1,
      arbitrary: (inputs[name] as fc.Arbitrary<unknown>).map(
        (input) => ({ name, input }) as PlanCommand,
      ),
    })),
  );
}

/** A first list that is taken where subtasks are. */
export const firstList: fc.Arbitrary<PlanCommand> = soundItems.map((items) => ({
  name: 'write_plan',
  input: { items },
}));
