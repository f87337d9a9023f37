import * as vscode from 'vscode';
import { withoutTag } from '../../agent/tagInText';
import type { PlanStep, StepStatus } from '../../domain/plan';
import { visibleText } from '../../domain/visibleText';
import type { SessionKey } from '../../service/planStore';

/** The editor's own list of a chat; other people's code, so that everything about it may be different tomorrow. */
const TODO_TOOL = 'manage_todo_list';
const NO_LIST = 'No todo list found.';

/** Opaque, and typed as nothing at all. */
export type ToolToken = vscode.LanguageModelToolInvocationOptions<object>['toolInvocationToken'];

export interface TodoItem {
  readonly id: number;
  readonly title: string;
  readonly status: 'not-started' | 'in-progress' | 'completed';
}

const TODO_STATUS: Record<Exclude<StepStatus, 'cancelled'>, TodoItem['status']> = {
  pending: 'not-started',
  blocked: 'not-started',
  in_progress: 'in-progress',
  completed: 'completed',
};

/** Agent mode tells the model of the list in a block with this tag. */
const neutral = withoutTag('todoList');

/**
 * What the editor's list can say of a plan: it knows neither cancelled nor blocked steps, and no parents.
 * How it draws a text is not ours to say, so that nothing in it is hidden or turns what stands beside it.
 */
export function toTodoItems(steps: readonly PlanStep[]): TodoItem[] {
  return steps
    .flatMap(({ description, status }) =>
      status === 'cancelled'
        ? []
        : [{ title: visibleText(neutral(description)), status: TODO_STATUS[status] }],
    )
    .map((item, place) => ({ id: place + 1, ...item }));
}

/** A line for each item, as the editor answers who reads the list. */
export function todoLines(items: readonly TodoItem[]): string[] {
  const marks = { 'not-started': ' ', 'in-progress': '-', completed: 'x' };
  return items.map(({ title, status }) => `- [${marks[status]}] ${title}`);
}

export function hasTodoList(): boolean {
  return vscode.lm.tools.some(({ name }) => name === TODO_TOOL);
}

/** The lines of any chat's list, none where it has none; nobody sees that it was read. */
export async function readTodoLines(session: SessionKey): Promise<string[]> {
  const input = { operation: 'read', chatSessionResource: session };
  const text = await invoke(input, undefined);
  return text.trim() === NO_LIST ? [] : text.split('\n').filter((line) => line.startsWith('- ['));
}

/** Replaces the list of the chat whose running request the token belongs to. */
export async function writeTodoItems(items: readonly TodoItem[], token: ToolToken): Promise<void> {
  await invoke({ operation: 'write', todoList: items }, token);
}

async function invoke(input: object, toolInvocationToken: ToolToken): Promise<string> {
  const { content } = await vscode.lm.invokeTool(TODO_TOOL, { input, toolInvocationToken });
  const text = content
    .map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : ''))
    .join('');
  if (text.startsWith('Error')) throw new Error(text);
  return text;
}
