import * as vscode from 'vscode';
import { withoutTag } from '../../agent/tagInText';
import type { PlanStep, StepStatus } from '../../domain/plan';
import { visibleText } from '../../domain/visibleText';
import type { SessionKey } from '../../service/planStore';
import type { ToolToken } from '../review/nativeCard';

/** The editor's own list of a chat; other people's code, so that everything about it may be different tomorrow. */
const TODO_TOOL = 'manage_todo_list';
const NO_LIST = 'No todo list found.';

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
const withoutListTag = withoutTag('todoList');

/** What the editor's list can say of a plan: it knows neither cancelled nor blocked steps, and no parents. */
export function toTodoItems(steps: readonly PlanStep[]): TodoItem[] {
  return steps.flatMap(({ id, description, status }) =>
    status === 'cancelled'
      ? []
      : [{ id: numberOf(id), title: titleOf(description), status: TODO_STATUS[status] }],
  );
}

/** The editor draws it as a text in the list and as Markdown beside it: nothing hides, and no link lies. */
function titleOf(description: string): string {
  return visibleText(withoutListTag(description)).replaceAll('](', '] (');
}

/** The editor says by it which item was begun and completed, so that a step keeps its own when others move. */
function numberOf(id: string): number {
  return Array.from(id).reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 2 ** 31, 7);
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
