import type { PlanDocument } from '../../src/domain/plan';
import type { PlanCommand } from '../../src/domain/planCommand';

const STATUSES = ['pending', 'in_progress', 'completed', 'cancelled'] as const;

/** A call of any tool that writes, mostly one that is accepted, on a plan as it was seen a moment ago. */
export function chaosCommand(random: () => number, plan: PlanDocument | null): PlanCommand {
  const steps = plan?.steps ?? [];
  const one = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const label = () => Math.floor(random() * 1e9).toString(36);
  const content = () => `Do ${label()} ${'and more '.repeat(Math.floor(random() * 6))}well`;
  const status = () => one(STATUSES);
  const [step, other] = [steps.length > 0 && one(steps), steps.length > 0 && one(steps)];
  if (!step || !other || steps.length > 24) {
    const items = [1, 2, 3, 4].map(() => ({ content: content(), status: status() }));
    return { name: 'write_plan', input: { items } };
  }
  const commands: readonly (() => PlanCommand)[] = [
    () => ({ name: 'add_task', input: { content: content(), active_form: `Doing ${label()}` } }),
    () => ({ name: 'add_subtask', input: { parent_id: step.id, content: content() } }),
    () => ({ name: 'update_task_status', input: { task_id: step.id, status: status() } }),
    () => ({
      name: 'update_task_statuses',
      input: {
        updates: [
          { task_id: step.id, status: status() },
          { task_id: other.id, status: status() },
        ],
      },
    }),
    () => ({ name: 'set_dependency', input: { task_id: step.id, depends_on_id: other.id } }),
    () => ({ name: 'remove_task', input: { task_id: step.id } }),
    () => ({
      name: 'update_plan',
      input: {
        expected_revision: plan?.revision ?? 0,
        explanation: `Because of ${label()}`,
        steps: steps.slice(0, 8).map(({ id }, at) => ({
          id,
          description: content(),
          status: at === 0 ? 'in_progress' : 'pending',
        })),
      },
    }),
  ];
  return one(commands)();
}
