import type * as vscode from 'vscode';
import { answerTo } from '../../agent/callAnswers';
import type { ToolCallPart } from '../../agent/modelRequest';
import type { RunContext } from '../../agent/planning';
import { planModeTexts } from '../../agent/planModeTexts';
import { readOnlyTools } from '../../agent/readOnlyTools';
import { runToolLoop } from '../../agent/toolLoop';
import type { PlanToolName } from '../../domain/planCommand';
import { PlanError } from '../../domain/planError';
import { exitPlanModeTool } from '../../tools/exitPlanMode';
import { callWords } from '../chat/callWords';
import { cancelSignal } from '../chat/cancelSignal';
import { askModel } from './askModel';
import { leftOutOf, textMessage } from './chatHistory';
import { endText } from './endings';
import { foreignAnswer, foreignTools } from './foreignTools';
import type { PlanChat } from './planChat';
import { promptText } from './promptText';

/** Said once at the very beginning; what there is to know of a plan comes after it (planning 6.1). */
const ROLE =
  'You are @plan, an agent in the chat of a code editor. You do what the user asks with the tools that you have, ' +
  'plan work of several steps, and keep the plan true while you work.';

/** Lets the model work on what the person said, until it is done, stopped or out of rounds. */
export async function runPlanLoop(chat: PlanChat, turnId: string, words: string): Promise<void> {
  const { deps, request, stream, token, session, settings, soFar, turn } = chat;
  const { model, references, toolReferences } = request;
  chat.turnId = turnId;
  chat.leftOut = leftOutOf(soFar.messages, chat.leftOut, model.maxInputTokens);
  turn.messages.push(textMessage('user', promptText(words, { references, toolReferences })));

  const context: RunContext = { session, turn_id: turnId };
  const planning = await chat.planning.forRun(context);
  const signal = cancelSignal(token);
  const tools = toolList(chat);
  let again = 0;
  // Models count from one in each answer, and a chat forgets what stood before an edited message.
  const callIdOf = async ({ call_id }: ToolCallPart) =>
    (await deps.service.knowsCall(session, call_id))
      ? `${turnId}:${String((again += 1))}:${call_id}`
      : call_id;
  const ports = {
    plan: async (call: ToolCallPart) => {
      stream.progress(callWords(call.name as PlanToolName));
      const call_id = await callIdOf(call);
      return planning.toolset().call(context, { ...call, call_id, signal });
    },
    review: async (call: ToolCallPart) =>
      deps.reviewer.answer({
        ...{ session, turn_id: turnId, call_id: await callIdOf(call), input: call.input },
        ...{ token, stream, toolInvocationToken: request.toolInvocationToken },
      }),
    foreign: (call: ToolCallPart) => foreignAnswer(call, request.toolInvocationToken, token),
    offered: new Set(tools.map(({ name }) => name)),
    readOnly: readOnlyTools(settings.readOnlyTools),
  };
  const end = await runToolLoop(
    {
      ...{ planning, context, signal },
      modeTexts: planModeTexts(),
      boundary: () => planModeAt(chat, turnId),
      ask: (shaped, heard) =>
        askModel({ model, tools, token }, shaped, (part) => {
          if (part.kind === 'text') stream.markdown(part.text);
          heard(part);
        }),
      answer: (call, planMode) => answerTo(ports, call, planMode),
    },
    {
      instructions: [ROLE, planning.instructions()].filter((text) => text !== null).join('\n\n'),
      history: soFar.messages.slice(chat.leftOut),
      maxRounds: settings.maxRounds,
    },
    turn,
  );
  const said = endText(end, settings.maxRounds);
  if (said !== undefined) stream.markdown(`\n\n${said}`);
}

/** One list, whatever the mode is, so that the beginning of each request is the same (C16). */
function toolList({ planning, request }: PlanChat): vscode.LanguageModelChatTool[] {
  const own = [...planning.toolset().tools, exitPlanModeTool].map(
    ({ name, description, inputSchema }) => ({ name, description, inputSchema }),
  );
  const attached = request.toolReferences.map(({ name }) => name);
  return [...own, ...foreignTools(attached, own.length)];
}

/** An append that fails leaves the selection for the next request, and this one goes on (PMx.2). */
async function planModeAt({ deps, session }: PlanChat, turn_id: string): Promise<boolean> {
  const { service, log } = deps;
  try {
    return (await service.execute({ kind: 'reach_boundary', session, turn_id }))?.active ?? false;
  } catch (error) {
    if (PlanError.is(error, 'turn_not_current')) throw error;
    const known = await service.snapshot(session);
    // Of a session that is gone nobody knows whether plan mode was left.
    if (!known) throw error;
    log.error('Plan mode could not be switched; it stays selected.', error);
    return known.planMode?.active ?? false;
  }
}
