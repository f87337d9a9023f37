import type { PlanToolName } from '../domain/planCommand';
import type { SessionConfiguration } from '../domain/session';
import { registeredTools } from '../domain/toolset';

interface GuidanceGroup {
  /** The group is said when one of these is registered. */
  readonly tools: readonly PlanToolName[];
  readonly text: string;
}

/** Said in this order. `read_plan` and `remove_task` alone bring in no group. */
const GROUPS: readonly GuidanceGroup[] = [
  {
    tools: ['update_plan'],
    text:
      'Keep the whole plan current with update_plan: pass the revision last seen as expected_revision, ' +
      'keep the ids of steps that stay, and have at most one step in_progress.',
  },
  {
    tools: ['write_plan'],
    text:
      'For work of several steps, begin with write_plan and keep the plan current: pass the full plan each time, ' +
      'have exactly one step in_progress, and mark a step completed as soon as it is done.',
  },
  {
    tools: ['add_task', 'update_task_status', 'update_task_statuses'],
    text:
      'Append a step with add_task, move steps with update_task_status or update_task_statuses, ' +
      'and find their ids with read_plan.',
  },
  {
    tools: ['add_subtask', 'set_dependency', 'get_available_tasks'],
    text:
      'Break a step down with add_subtask and let one step wait for another with set_dependency: ' +
      'it is blocked until that one is resolved (completed or cancelled). ' +
      'Choose what to do next with get_available_tasks.',
  },
];

/**
 * What a coworker's system prompt says about planning; null for nothing. It depends on the
 * configuration alone and never on the plan, so that the beginning of every request stays the same.
 */
export function planningGuidance(configuration: SessionConfiguration): string | null {
  const { planning, guidance } = configuration;
  if (!planning || guidance === '') return null;
  if (guidance !== undefined) return guidance;
  const registered = new Set(registeredTools(configuration));
  const texts = GROUPS.filter(({ tools }) => tools.some((name) => registered.has(name)));
  return texts.length === 0 ? null : texts.map(({ text }) => text).join(' ');
}
