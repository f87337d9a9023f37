import assert from 'node:assert/strict';
import type { PlanDocument, PlanStep } from '../../src/domain/plan';
import { resultText, type ToolResult } from '../../src/domain/toolResult';
import type { Journal } from '../../src/agent/journal';
import type {
  CacheMarkerPart,
  ModelMessage,
  ModelRequest,
  RequestPart,
} from '../../src/agent/modelRequest';
import type { Planning, RunContext } from '../../src/agent/planning';
import type { SpecRuntime } from '../../src/agent/planningSpec';
import type { RequestTail } from '../../src/agent/requestShaper';
import { digest } from '../../src/host/digest';
import { PlanService } from '../../src/service/planService';
import type { PlanStore } from '../../src/service/planStore';
import { createMemoryStore } from '../../src/stores/memoryStore';
import { fakeClock } from '../support/fakeClock';
import { fakeIds } from '../support/fakeIds';
import { fakeLog, type FakeLog } from '../support/fakeLog';
import { fakeProcess } from '../support/fakeProcess';

export const INSTRUCTIONS = 'You write code.';

export function asked(text: string): ModelMessage {
  return { role: 'user', parts: [{ kind: 'text', text }] };
}

export function answered(text: string): ModelMessage {
  return { role: 'assistant', parts: [{ kind: 'text', text }] };
}

/** A call of a foreign tool, and the message with its result and whatever comes after it. */
export function toolRound(call_id: string, ...after: RequestPart[]): ModelMessage[] {
  const call = { kind: 'tool_call', call_id, name: 'run_tests', input: {} } as const;
  const result = { kind: 'tool_result', call_id, content: 'All pass.' } as const;
  return [
    { role: 'assistant', parts: [call] },
    { role: 'user', parts: [result, ...after] },
  ];
}

export function requestOf(...messages: ModelMessage[]): ModelRequest {
  return { instructions: INSTRUCTIONS, messages };
}

export function planOf(steps: PlanStep[], revision = 3): PlanDocument {
  return { revision, turn_id: 'turn-0', call_id: 'call-0', explanation: '', steps };
}

export const TWO_STEPS: PlanDocument = planOf([
  { id: 'a', description: 'Read', status: 'completed' },
  { id: 'b', description: 'Write', status: 'in_progress' },
]);

export function tailOf(more: Partial<RequestTail> = {}): RequestTail {
  return { plan: TWO_STEPS, tools: ['write_plan'], inject: true, cacheTtl: '5m', ...more };
}

export function lastParts({ messages }: ModelRequest): readonly RequestPart[] {
  return messages.at(-1)?.parts ?? [];
}

export function markersOf({ messages }: ModelRequest): CacheMarkerPart[] {
  return messages.flatMap(({ parts }) => parts.filter((part) => part.kind === 'cache_marker'));
}

/** The whole text that a model would read. */
export function textOf({ messages }: ModelRequest): string {
  return messages
    .flatMap(({ parts }) => parts.map((part) => ('text' in part ? part.text : '')))
    .join('\n');
}

export interface FakeRuntime extends SpecRuntime<RunContext> {
  readonly log: FakeLog;
  /** Folders that were opened. */
  readonly databases: string[];
}

/** A process: real services over whatever store, ids that count up. */
export function fakeRuntime(
  more: {
    owner?: string;
    firstId?: number;
    journal?: Journal;
    open?: (database: string) => PlanStore;
  } = {},
): FakeRuntime {
  const { owner, firstId, journal, open = () => createMemoryStore() } = more;
  const services = new WeakMap<PlanStore, PlanService>();
  const [log, clock, ids, process] = [fakeLog(), fakeClock(), fakeIds(firstId), fakeProcess(owner)];
  const databases: string[] = [];
  return {
    log,
    databases,
    memoryStore: () => createMemoryStore({ log }),
    sqliteStore: async (database) => {
      databases.push(database);
      return open(database);
    },
    serviceOver: (store) => {
      const known = services.get(store);
      if (known) return known;
      const made = new PlanService({
        ...{ clock, digest, ids, process, log },
        store: () => Promise.resolve(store),
      });
      services.set(store, made);
      return made;
    },
    ...(journal && { journalOf: () => journal }),
  };
}

/** The request as the model would get it. */
export function sent(
  planning: Planning<RunContext>,
  context: RunContext,
  request: ModelRequest = requestOf(asked('Go on')),
): Promise<ModelRequest> {
  return planning.wrapRequest(context, request, (shaped) => Promise.resolve(shaped));
}

export function called(
  planning: Planning<RunContext>,
  context: RunContext,
  call_id: string,
  name: string,
  input: unknown,
): Promise<ToolResult> {
  return planning.toolset().call(context, { call_id, name, input });
}

/** Appends a step; the call must be accepted. */
export async function added(
  planning: Planning<RunContext>,
  context: RunContext,
  content: string,
  call_id = `add ${content}`,
): Promise<void> {
  const result = await called(planning, context, call_id, 'add_task', { content });
  assert.equal(result.isError, false, resultText(result));
}

/** A turn that a loop began itself, in a session that any of its coworkers may use. */
export async function begunTurn(service: PlanService, session = 'default'): Promise<string> {
  const configuration = { planning: true, subtasks: false };
  const origin = { coworker: 'loop', configuration };
  await service.execute({ kind: 'create_session', session, origin });
  return service.execute({ kind: 'begin_turn', session });
}
