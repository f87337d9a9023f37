import * as vscode from 'vscode';
import type { ToolCallPart } from '../../agent/modelRequest';
import { REFUSAL_OPENING } from '../../domain/toolResult';
import { RESERVED_TOOL_NAMES } from '../../domain/toolset';
import { resultWords } from './resultWords';
import { untilCancelled } from '../chat/untilCancelled';

/** What models are given at most where they cannot search for tools. */
const MAX_TOOLS = 128;

/** The list and the card that our own plan replaces here, and what works in the editor's own agents alone. */
const LEFT_OUT: readonly string[] = [
  ...['manage_todo_list', 'vscode_reviewPlan', 'copilot_switchAgent', 'copilot_editFiles'],
  ...['copilot_applyPatch', 'copilot_createFile', 'copilot_createNewJupyterNotebook'],
  ...['copilot_createNewWorkspace', 'copilot_editNotebook', 'copilot_insertEdit'],
  ...['copilot_multiReplaceString', 'copilot_replaceString'],
  ...['inline_chat_exit', 'setup_tools_createNewWorkspace', 'task_complete', 'tool_search'],
  ...['vscode_get_confirmation', 'vscode_get_confirmation_with_options'],
  ...['vscode_get_modified_files_confirmation', 'vscode_get_terminal_confirmation'],
];

/** Tools of others, always in the same order; what a person attached comes before the bound is reached. */
export function foreignTools(
  attached: readonly string[],
  taken: number,
): readonly vscode.LanguageModelChatTool[] {
  const wanted = new Set(attached);
  const names = [...RESERVED_TOOL_NAMES, ...LEFT_OUT];
  const tools = vscode.lm.tools.filter(({ name }) => !names.includes(name));
  const room = Math.max(0, MAX_TOOLS - taken);
  const kept = [...tools].sort((a, b) => Number(wanted.has(b.name)) - Number(wanted.has(a.name)));
  return kept
    .slice(0, room)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map(({ name, description, inputSchema }) => ({
      ...{ name, description },
      ...(inputSchema && { inputSchema }),
    }));
}

/** What a tool answers, in words; a failure and a call that was not allowed are answers, a Stop is none. */
export async function foreignAnswer(
  { name, input }: ToolCallPart,
  toolInvocationToken: vscode.ChatParticipantToolToken,
  token: vscode.CancellationToken,
): Promise<string> {
  const options = { input: input as object, toolInvocationToken };
  try {
    return resultWords(await untilCancelled(vscode.lm.invokeTool(name, options, token), token));
  } catch (error) {
    if (token.isCancellationRequested) throw error;
    if (isCancellation(error)) return `${REFUSAL_OPENING}The user did not let ${name} run.`;
    const why = error instanceof Error ? error.message : String(error);
    return `${REFUSAL_OPENING}${name} failed: ${why}`;
  }
}

function isCancellation(error: unknown): boolean {
  return error instanceof vscode.CancellationError || (error as Error | null)?.name === 'Canceled';
}
