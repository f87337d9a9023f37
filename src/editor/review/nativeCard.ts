import { untilCancelled } from '../chat/untilCancelled';
import * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { Clock, Log } from '../../service/ports';
import {
  type Asked,
  reviewChoices,
  reviewContent,
  type ReviewQuestion,
  reviewTitle,
} from './reviewQuestion';

/** The editor's own card; other people's code, so that everything about it may be different tomorrow. */
const CARD = 'vscode_reviewPlan';

/** No person reads a plan in so many milliseconds: nobody was shown it, or something else answered. */
export const SOONEST_ANSWER = 300;

const cardAnswerSchema = z.object({
  action: z.optional(z.string()),
  rejected: z.boolean(),
  feedback: z.optional(z.string()),
});

/** Opaque, and typed as nothing at all. */
export type ToolToken = vscode.LanguageModelToolInvocationOptions<object>['toolInvocationToken'];

interface CardCall {
  readonly token: vscode.CancellationToken;
  readonly toolInvocationToken: ToolToken;
}

export async function askByCard(
  question: ReviewQuestion,
  { token, toolInvocationToken }: CardCall,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
): Promise<Asked> {
  const isOfChat = (toolInvocationToken as unknown) !== undefined;
  const hasCard = vscode.lm.tools.some(({ name }) => name === CARD);
  if (!isOfChat || !hasCard || settingsAnswer()) return undefined;
  const choices = reviewChoices();
  const input = {
    title: reviewTitle(question),
    content: reviewContent(question),
    actions: choices.map(({ label, description }, place) => ({
      ...{ label, description, default: place === 0 },
    })),
    canProvideFeedback: true,
  };
  const since = clock.now();
  try {
    const result = await untilCancelled(
      vscode.lm.invokeTool(CARD, { input, toolInvocationToken }, token),
      token,
    );
    if (token.isCancellationRequested) return null;
    if (clock.now() - since < SOONEST_ANSWER) return undefined;
    const answer = cardAnswerSchema.parse(JSON.parse(textOf(result)));
    const { feedback } = answer;
    const outcome = answer.rejected
      ? 'kept_planning'
      : choices.find(({ label }) => label === answer.action)?.outcome;
    return outcome ? { outcome, ...(feedback !== undefined && { feedback }) } : null;
  } catch (error) {
    if (token.isCancellationRequested || isCancelled(error)) return null;
    log.warn(`The editor's card for plans could not be used: ${String(error)}`);
    return undefined;
  }
}

/** The person lets the editor answer for them: such an answer is none (FC.38). */
function settingsAnswer(): boolean {
  const chat = vscode.workspace.getConfiguration('chat');
  return ['tools.global.autoApprove', 'autoReply'].some((name) => chat.get(name) === true);
}

function textOf({ content }: vscode.LanguageModelToolResult): string {
  return content
    .map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : ''))
    .join('');
}

function isCancelled(error: unknown): boolean {
  return error instanceof Error && error.name === 'Canceled';
}
