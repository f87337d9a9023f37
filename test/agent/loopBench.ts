import { answerTo } from '../../src/agent/callAnswers';
import type { ModelMessage, ModelRequest, ToolCallPart } from '../../src/agent/modelRequest';
import { createPlanning } from '../../src/agent/planning';
import { planModeTexts } from '../../src/agent/planModeTexts';
import { readOnlyTools } from '../../src/agent/readOnlyTools';
import { runToolLoop, type LoopEnd, type LoopTurn, type ModelPart } from '../../src/agent/toolLoop';
import { cancelledError } from '../../src/domain/planError';
import type { ReviewAnswer } from '../../src/domain/planReview';
import { createMemoryStore } from '../../src/stores/memoryStore';
import { asked, fakeRuntime } from './agentFixtures';

export const SESSION = 'chat://one';
const OFFERED = ['run_tests', 'copilot_readFile', 'update_plan', 'read_plan', 'exit_plan_mode'];

export interface ScriptedAnswer {
  readonly parts?: readonly ModelPart[];
  /** Thrown after the parts were heard. */
  readonly error?: Error;
  /** What happens while the model answers, before its parts are heard. */
  readonly meanwhile?: () => unknown;
  /** The person presses Stop: after the parts were heard, or once the first of its calls was answered. */
  readonly stop?: 'said' | 'answered';
}

export function says(text: string): ModelPart {
  return { kind: 'text', text };
}

let calls = 0;

/** With an id that no other call has. */
export function callOf(name: string, input: unknown = {}): ToolCallPart {
  return { kind: 'tool_call', call_id: `call-${String(calls++)}`, name, input };
}

export function plans(expected_revision: number, ...ids: string[]): ToolCallPart {
  const steps = ids.map((id) => ({ id, description: `Do ${id}`, status: 'pending' }));
  return callOf('update_plan', { expected_revision, steps });
}

/** A chat with a scripted model; the loop, planning, service and store are the real ones. */
export function openLoop() {
  const runtime = fakeRuntime();
  const store = createMemoryStore();
  const service = runtime.serviceOver(store);
  const planning = createPlanning({ id: 'loop', store }, runtime);
  const origin = { coworker: 'loop', configuration: { planning: true, subtasks: false } };
  const history: ModelMessage[] = [];
  /** Whole requests, as they went to the model. */
  const sent: ModelRequest[] = [];
  /** Foreign tools that ran. */
  const ran: string[] = [];
  let planMode: boolean | undefined;
  const bench = {
    ...{ service, history, sent, ran, store },
    last: undefined as LoopTurn | undefined,
    review: { outcome: 'approved' } as ReviewAnswer,
    select: (active: boolean) =>
      service.execute({ kind: 'select_plan_mode', session: SESSION, active }),
    snapshot: () => service.snapshot(SESSION),
    /** One message of the person; rejects like the loop. The turn is kept as history, however it ended. */
    async turn(
      words: string,
      answers: readonly (ScriptedAnswer | ModelPart)[],
      options: { maxRounds?: number; beforeBoundary?: () => unknown } = {},
    ): Promise<LoopEnd> {
      await service.execute({ kind: 'create_session', session: SESSION, origin });
      const begin = { kind: 'begin_turn', session: SESSION, planMode: true } as const;
      const turn_id = await service.execute(begin);
      const context = { session: SESSION, turn_id };
      const run = await planning.forRun(context);
      const signal = { cancelled: false };
      const queue = [...answers];
      let stopAfter = false;
      const turn: LoopTurn = { messages: [asked(words)], planMode };
      bench.last = turn;
      const ports = {
        plan: (call: ToolCallPart) => run.toolset().call(context, { ...call, signal }),
        review: async ({ call_id, input }: ToolCallPart) => {
          const call = { session: SESSION, turn_id, call_id, input: input as never };
          const request = await service.execute({ kind: 'request_review', ...call });
          if (request.kind === 'answered') return request.result;
          return service.execute({ kind: 'settle_review', ...call, answer: bench.review });
        },
        foreign: ({ name }: ToolCallPart) => {
          ran.push(name);
          return Promise.resolve(`${name} ran.`);
        },
        offered: new Set(OFFERED),
        readOnly: readOnlyTools(),
      };
      try {
        return await runToolLoop(
          {
            ...{ planning: run, context, signal, modeTexts: planModeTexts() },
            boundary: async () => {
              await options.beforeBoundary?.();
              const reached = { kind: 'reach_boundary', session: SESSION, turn_id } as const;
              return (await service.execute(reached))?.active ?? false;
            },
            ask: async (request, heard) => {
              sent.push(request);
              const next = queue.shift() ?? says('Done.');
              const { parts = [], error, meanwhile, stop } = 'kind' in next ? one(next) : next;
              await meanwhile?.();
              for (const part of parts) heard(part);
              stopAfter = stop === 'answered';
              if (error) throw error;
              if (stop !== 'said') return;
              signal.cancelled = true;
              throw cancelledError();
            },
            answer: async (call, active) => {
              const answer = await answerTo(ports, call, active);
              if (stopAfter) signal.cancelled = true;
              return answer;
            },
          },
          { instructions: 'You work.', history, maxRounds: options.maxRounds ?? 50 },
          turn,
        );
      } finally {
        await service.execute({
          kind: 'end_turn',
          session: SESSION,
          turn_id,
          outcome: 'completed',
        });
        history.push(...turn.messages);
        planMode = turn.planMode;
      }
    },
  };
  return bench;
}

function one(part: ModelPart): ScriptedAnswer {
  return { parts: [part] };
}
