import * as vscode from 'vscode';
import { PlanError } from '../../domain/planError';
import { sentence } from '../../domain/sentence';
import type { SessionConfiguration } from '../../domain/session';
import { resultText, toolRefusal, type ToolResult } from '../../domain/toolResult';
import { registeredTools } from '../../domain/toolset';
import type { PlanService } from '../../service/planService';
import type { Clock, IdMaker, Log } from '../../service/ports';
import type { PlanTool } from '../../tools/planTool';
import { runTool } from '../../tools/runTool';
import { toolFailure } from '../../tools/toolFailure';
import { cancelSignal } from './cancelSignal';
import { callWords } from './callWords';
import { chatOrigin } from './chatOrigin';
import { ChatSessions } from './chatSession';
import type { CurrentSession } from '../currentSession';
import type { TodoMirror } from '../todoList/todoMirror';
import { uriText } from './uriText';

export interface LmToolsDeps {
  readonly service: PlanService;
  readonly current: CurrentSession;
  readonly mirror: Pick<TodoMirror, 'called'>;
  readonly ids: IdMaker;
  readonly clock: Clock;
  readonly log: Log;
  /** How chats plan by the settings of the moment. */
  readonly configuration: () => SessionConfiguration;
}

/** Registers the given tools as language model tools. They ask for no confirmation: a plan grants nothing. */
export function registerLmTools(tools: readonly PlanTool[], deps: LmToolsDeps): vscode.Disposable {
  const sessions = new ChatSessions(uriText, deps.clock);
  return vscode.Disposable.from(
    ...tools.map((tool) =>
      vscode.lm.registerTool(tool.name, {
        prepareInvocation: (options) => {
          sessions.notePrepare(tool.name, options);
          return { invocationMessage: callWords(tool.name) };
        },
        invoke: async (options, token) =>
          toLmResult(await answer(tool, deps, sessions, options, token)),
      }),
    ),
  );
}

async function answer(
  tool: PlanTool,
  deps: LmToolsDeps,
  sessions: ChatSessions,
  options: vscode.LanguageModelToolInvocationOptions<unknown>,
  token: vscode.CancellationToken,
): Promise<ToolResult> {
  try {
    const configuration = offeredBy(deps.configuration(), tool);
    const { session, turn_id } = sessions.resolve(
      tool.name,
      options.input,
      options.toolInvocationToken,
    );
    const caller = {
      kind: 'guest_call',
      session,
      turn_id,
      call_id: deps.ids.uuid(),
      origin: chatOrigin(configuration),
      signal: cancelSignal(token),
    } as const;
    // Before the answer: a session that cannot be read is to be seen as such.
    deps.current.called(session);
    const result = await runTool(deps.service, tool, caller, options.input);
    deps.mirror.called(session, options.toolInvocationToken);
    return result;
  } catch (error) {
    if (PlanError.is(error, 'store_unavailable')) deps.current.recheck();
    return refusalOrThrow(error, tool, deps.log);
  }
}

/** A tool that `when` keeps out of the requests can still be called by name: then it says so. */
function offeredBy(configuration: SessionConfiguration, tool: PlanTool): SessionConfiguration {
  if (!configuration.planning) throw new PlanError('disabled', 'Session Plans is disabled.');
  if (registeredTools(configuration).includes(tool.name)) return configuration;
  throw new PlanError('unknown_tool', sentence`The settings do not offer ${tool.name}.`);
}

/** What the model can act on becomes a result; the rest ends the call, with its cause in the log only. */
function refusalOrThrow(error: unknown, tool: PlanTool, log: Log): ToolResult {
  if (PlanError.is(error, 'cancelled')) throw new vscode.CancellationError();
  if (!PlanError.is(error)) {
    log.error(`${tool.name} failed unexpectedly.`, error);
    throw new Error('The plan could not be processed because of an internal error.');
  }
  const { kind, text } = toolFailure(error);
  if (kind === 'refusal') return toolRefusal(text, { error: error.code });
  log.error(`${tool.name} failed: ${error.message}`, error);
  throw new Error(text);
}

function toLmResult(result: ToolResult): vscode.LanguageModelToolResult {
  const lmResult = new vscode.LanguageModelToolResult([
    new vscode.LanguageModelTextPart(resultText(result)),
  ]);
  // Not in the typings; the chat then shows the call as failed, and hosts without it see `ERROR:`.
  return result.isError ? Object.assign(lmResult, { hasError: true }) : lmResult;
}
