import { createPlanning, type PlanToolset, type RunContext } from '../../src/agent/planning';
import type { ToolResult } from '../../src/domain/toolResult';
import type { PlanStore } from '../../src/service/planStore';
import { asked, fakeRuntime, requestOf, textOf } from './agentFixtures';
import type { JournalEngine } from './journalEngine';

/** What the loop of a run does, one after the other. */
export type RunStep =
  | { readonly kind: 'request' }
  /** Tool calls of one round, started at once. */
  | { readonly kind: 'round'; readonly contents: readonly string[] };

export interface RunTrace {
  /** Texts of the requests and results of the calls, as the model saw them, and what subscribers heard. */
  readonly seen: string[];
}

/**
 * Runs a loop under a durable engine, in a process of its own. A subscriber takes a step of the engine
 * for every step event that it hears, as an application would.
 */
export async function durableRun(
  engine: JournalEngine,
  store: PlanStore,
  steps: readonly RunStep[],
  process: number,
): Promise<RunTrace> {
  const owner = `owner-${process}`;
  const runtime = fakeRuntime({ owner, firstId: process * 1_000_000, journal: engine });
  const planning = createPlanning({ store }, runtime);
  const context: RunContext = {};
  const run = await planning.forRun(context);
  const seen: string[] = [];
  const notified: Promise<null>[] = [];
  run.onDidChangeSteps(({ call_id, events }) => {
    for (const { kind, item } of events) {
      const notice = `${kind} ${item.content} by ${call_id}`;
      seen.push(notice);
      const told = engine.record('application', `notify ${notice}`, async () => null);
      notified.push(told);
      // Heard of at the end, where the loop gets so far.
      told.catch(() => undefined);
    }
  });
  for (const [at, step] of steps.entries()) {
    if (step.kind === 'request') {
      const request = { ...requestOf(asked('Go on')), id: `request-${at}` };
      seen.push(await run.wrapRequest(context, request, async (shaped) => textOf(shaped)));
    } else {
      const results = step.contents.map((content, place) =>
        callOf(planning.toolset(), context, `call-${at}-${place}`, content),
      );
      seen.push(...(await Promise.all(results)).map((result) => JSON.stringify(result)));
    }
  }
  await Promise.all(notified);
  await run.end('completed');
  return { seen };
}

function callOf(
  toolset: PlanToolset<RunContext>,
  context: RunContext,
  call_id: string,
  content: string,
): Promise<ToolResult> {
  return toolset.call(context, { call_id, name: 'add_task', input: { content } });
}
