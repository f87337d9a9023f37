import type { AgentCall } from '../product';

export function writePlan(...items: readonly Readonly<Record<string, unknown>>[]): AgentCall {
  return { name: 'write_plan', input: { items } };
}

export function addTask(content: string): AgentCall {
  return { name: 'add_task', input: { content } };
}

export function setStatus(task_id: string, status: string): AgentCall {
  return { name: 'update_task_status', input: { task_id, status } };
}

export function setStatuses(...updates: readonly (readonly [string, string])[]): AgentCall {
  const input = { updates: updates.map(([task_id, status]) => ({ task_id, status })) };
  return { name: 'update_task_statuses', input };
}

export function removeTask(task_id: string): AgentCall {
  return { name: 'remove_task', input: { task_id } };
}

export function dependency(task_id: string, depends_on_id: string): AgentCall {
  return { name: 'set_dependency', input: { task_id, depends_on_id } };
}

export const readPlan: AgentCall = { name: 'read_plan', input: {} };

/** `count` steps for write_plan with the ids s1, s2, … */
export function items(count: number): { id: string; content: string }[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `s${at + 1}`,
    content: `Part ${at + 1}`,
  }));
}
