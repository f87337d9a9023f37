import { cancelledError } from '../domain/planError';
import type { CancelSignal } from '../service/ports';
import type { ModelMessage, ModelRequest, TextPart, ToolCallPart } from './modelRequest';
import type { RunContext, RunPlanning } from './planning';
import type { PlanModeTexts } from './planModeTexts';

/** What a model says, in the order in which it comes. */
export type ModelPart = TextPart | ToolCallPart;

export interface LoopPorts<Context extends RunContext> {
  readonly planning: RunPlanning<Context>;
  readonly context: Context;
  readonly signal: CancelSignal;
  /** Sends a request and tells each part of the answer as it comes; rejects with `cancelled` after a Stop. */
  readonly ask: (request: ModelRequest, heard: (part: ModelPart) => void) => Promise<void>;
  /** What was selected becomes true; whether plan mode is active in the request that comes. */
  readonly boundary: () => Promise<boolean>;
  readonly modeTexts: PlanModeTexts;
  readonly answer: (call: ToolCallPart, planMode: boolean) => Promise<string>;
}

/** One message of a person and what followed. It grows while the loop runs; see `messagesSoFar`. */
export interface LoopTurn {
  /** Begins with what the person said. Only calls that run have no answer yet. No tail is ever in it. */
  readonly messages: ModelMessage[];
  /** What the last request said of plan mode; at first that of the turn before. */
  planMode: boolean | undefined;
}

export interface LoopBounds {
  readonly instructions: string;
  /** What was said in earlier turns. */
  readonly history: readonly ModelMessage[];
  /** Requests to the model in one turn. */
  readonly maxRounds: number;
}

export type LoopEnd = 'done' | 'nothing_said' | 'out_of_rounds';

const NOT_RUN = 'ERROR: Not run: the answer ended before.';
const INTERRUPTED =
  'ERROR: The answer ended while this ran. It may have taken effect or not; look before you run it again.';

/**
 * Asks the model, answers its calls one after the other, and asks again until it calls nothing more.
 * Rejects with `cancelled`, and with what a store or a model failed with; the turn then holds what was
 * said until then.
 */
export async function runToolLoop<Context extends RunContext>(
  ports: LoopPorts<Context>,
  { instructions, history, maxRounds }: LoopBounds,
  turn: LoopTurn,
): Promise<LoopEnd> {
  for (let round = 0; round < maxRounds; round++) {
    const calls = await oneRequest(ports, { instructions, history }, turn);
    if (calls === undefined) return 'nothing_said';
    if (calls.length === 0) return 'done';
    await answerAll(ports, calls, turn);
  }
  return 'out_of_rounds';
}

/** The calls of the answer; undefined where it was empty. */
async function oneRequest<Context extends RunContext>(
  { planning, context, signal, ask, boundary, modeTexts }: LoopPorts<Context>,
  { instructions, history }: Omit<LoopBounds, 'maxRounds'>,
  turn: LoopTurn,
): Promise<ToolCallPart[] | undefined> {
  throwIfStopped(signal);
  // The last thing before the request is put together: a selection that arrives before it counts (PMx.1).
  const active = await boundary();
  const texts = modeTexts(active, turn.planMode);
  const request = { instructions, messages: [...history, ...turn.messages] };
  const parts: ModelPart[] = [];
  try {
    const send = (shaped: ModelRequest) => {
      throwIfStopped(signal);
      turn.planMode = active;
      return ask(shaped, (part) => {
        hear(parts, part);
      });
    };
    await planning.wrapRequest(context, request, send, texts);
  } catch (error) {
    // Its calls were not run, so only what it said is kept.
    keep(turn, parts.filter(isText));
    throw error;
  }
  keep(turn, parts);
  return parts.length === 0 ? undefined : parts.filter((part) => part.kind === 'tool_call');
}

/** As they can be kept at any moment: what runs has an answer that says so. */
export function messagesSoFar({ messages }: LoopTurn): readonly ModelMessage[] {
  const running = (messages.at(-1)?.parts ?? []).filter((part) => part.kind === 'tool_call');
  if (running.length === 0) return [...messages];
  const parts = running.map(({ call_id }) => {
    return { kind: 'tool_result', call_id, content: INTERRUPTED } as const;
  });
  return [...messages, { role: 'user', parts }];
}

async function answerAll<Context extends RunContext>(
  { signal, answer }: LoopPorts<Context>,
  calls: readonly ToolCallPart[],
  turn: LoopTurn,
): Promise<void> {
  const answers = new Map<ToolCallPart, string>();
  try {
    for (const call of calls) {
      throwIfStopped(signal);
      answers.set(call, INTERRUPTED);
      answers.set(call, await answer(call, turn.planMode === true));
    }
  } finally {
    const parts = calls.map((call) => {
      const content = answers.get(call) ?? NOT_RUN;
      return { kind: 'tool_result', call_id: call.call_id, content } as const;
    });
    turn.messages.push({ role: 'user', parts });
  }
}

/** Pieces of one text are one text. */
function hear(parts: ModelPart[], part: ModelPart): void {
  const last = parts.at(-1);
  if (part.kind === 'text' && last?.kind === 'text') {
    parts[parts.length - 1] = { kind: 'text', text: last.text + part.text };
  } else if (part.kind !== 'text' || part.text !== '') {
    parts.push(part);
  }
}

function keep(turn: LoopTurn, parts: readonly ModelPart[]): void {
  if (parts.length > 0) turn.messages.push({ role: 'assistant', parts });
}

function isText(part: ModelPart): part is TextPart {
  return part.kind === 'text';
}

function throwIfStopped(signal: CancelSignal): void {
  if (signal.cancelled) throw cancelledError();
}
