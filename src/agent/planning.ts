import { PlanError } from '../domain/planError';
import type { ToolResult } from '../domain/toolResult';
import type { PlanService } from '../service/planService';
import type { PlanStore, SessionKey } from '../service/planStore';
import type { Log } from '../service/ports';
import type { EndTurn } from '../service/sessionCommand';
import { toolsOf } from '../tools/allTools';
import type { PlanTool } from '../tools/planTool';
import { planningGuidance } from './guidance';
import { NO_JOURNAL, type Journal } from './journal';
import type { ModelRequest } from './modelRequest';
import { toPlanningSettings, type PlanningOptions } from './planningOptions';
import { PlanningRun, refusalOf, type PlanToolCall } from './planningRun';
import { shapeRequest, type ModeTexts } from './requestShaper';

/** Of one run; a loop's own context has more in it. The object itself stands for the run. */
export interface RunContext {
  /** Key of the session in the store; absent: that of the options. */
  readonly session?: SessionKey;
  /**
   * A turn that the loop began in that session and will end; absent: the run has a turn of its own. A
   * session has one turn at a time, so runs that go on side by side in it are given the same one.
   */
  readonly turn_id?: string;
}

/** What composition roots give, who know stores, clock and ids. */
export interface PlanningRuntime<Context extends RunContext> {
  readonly log: Log;
  readonly memoryStore: () => PlanStore;
  /** The same service for the same store, so that its calls are put in order whoever makes them. */
  readonly serviceOver: (store: PlanStore) => PlanService;
  /** The journal of a run under a durable engine. */
  readonly journalOf?: (context: Context) => Journal | undefined;
}

/** Without a store each run has a fresh one in memory; the resolver, asked once per run, goes before the store (planning 7.1). */
export interface PlanningStoreOptions<Context extends RunContext> {
  readonly store?: PlanStore | undefined;
  readonly storeResolver?: ((context: Context) => PlanStore | Promise<PlanStore>) | undefined;
}

export interface PlanToolset<Context extends RunContext> {
  readonly id: string;
  readonly tools: readonly PlanTool[];
  /** Where tools run in workflow code, no other tool may run beside one of these (PT.94). */
  readonly runsAlone: true;
  /**
   * Answers a call of the run that this context stands for. A context of no run (in another worker) has
   * its store resolved for this call, and a turn that ends with it (PT.98). Rejects like PlanningRun.
   */
  call(context: Context, call: PlanToolCall): Promise<ToolResult>;
}

/** Planning for a loop of one's own (planning 9.1). */
export interface Planning<Context extends RunContext> {
  readonly id: string;
  /** A copy for one run, its store resolved and kept. The same context is the same run. */
  forRun(context: Context): Promise<RunPlanning<Context>>;
  /** The store of the run that the context stands for, else one resolved now. */
  resolveStore(context: Context): Promise<PlanStore>;
  /** The same object in every copy (PT.113). */
  toolset(): PlanToolset<Context>;
  /** What goes with the system prompt: the same for every request; null for nothing. */
  instructions(): string | null;
  /** Sends a copy of the request with the tail of the moment. A store that fails rejects it, unsent. */
  wrapRequest<Answer>(
    context: Context,
    request: ModelRequest,
    next: (request: ModelRequest) => Promise<Answer>,
    mode?: ModeTexts,
  ): Promise<Answer>;
}

export interface RunPlanning<Context extends RunContext> extends Planning<Context> {
  readonly onDidChangeSteps: PlanningRun['onDidChangeSteps'];
  /** Ends the turn of the run; the loop calls it once, at the end of the run. */
  end(outcome: EndTurn['outcome']): Promise<void>;
}

/** Throws `invalid_configuration` with the place of the option, or the names that are unknown. */
export function createPlanning<Context extends RunContext = RunContext>(
  options: PlanningOptions & PlanningStoreOptions<Context>,
  runtime: PlanningRuntime<Context>,
): Planning<Context> {
  const { store: given, storeResolver, ...data } = options;
  const settings = toPlanningSettings(data);
  const { id, configuration, inject, cacheTtl } = settings;
  const tools = toolsOf(configuration);
  const tailOf = { inject, cacheTtl, tools: tools.map(({ name }) => name) };
  const runs = new WeakMap<Context, Promise<PlanningRun>>();

  const newRun = async (context: Context): Promise<PlanningRun> => {
    const store = (await storeResolver?.(context)) ?? given ?? runtime.memoryStore();
    const journal = runtime.journalOf?.(context) ?? NO_JOURNAL;
    const service = runtime.serviceOver(store);
    const { session = settings.session, turn_id } = context;
    return new PlanningRun({
      settings,
      store,
      service,
      journal,
      session,
      turn_id,
      log: runtime.log,
    });
  };
  const runOf = (context: Context): Promise<PlanningRun> => runs.get(context) ?? newRun(context);
  const remembered = (context: Context): Promise<PlanningRun> => {
    const run = runOf(context);
    runs.set(context, run);
    // The next attempt is a new one.
    run.catch(() => runs.delete(context));
    return run;
  };

  const toolset: PlanToolset<Context> = Object.freeze({
    id,
    tools,
    runsAlone: true,
    call: async (context: Context, call: PlanToolCall) => {
      const tool = tools.find(({ name }) => name === call.name);
      if (!tool) {
        return refusalOf(new PlanError('unknown_tool', `There is no tool ${call.name} here.`));
      }
      if (runs.has(context)) return (await runOf(context)).call(tool, call);
      const alone = await newRun(context);
      try {
        return await alone.call(tool, call);
      } finally {
        await alone.end('completed');
      }
    },
  });

  const planning: Planning<Context> = {
    id,
    forRun: async (context) => {
      const run = await remembered(context);
      return {
        ...planning,
        resolveStore: async () => run.store,
        wrapRequest: (_context, ...rest) => wrapped(run, ...rest),
        onDidChangeSteps: run.onDidChangeSteps,
        end: (outcome) => run.end(outcome),
      };
    },
    resolveStore: async (context) => (await runOf(context)).store,
    toolset: () => toolset,
    instructions: () => planningGuidance(configuration),
    wrapRequest: async (context, ...rest) => wrapped(await runOf(context), ...rest),
  };
  return planning;

  async function wrapped<Answer>(
    run: PlanningRun,
    request: ModelRequest,
    next: (request: ModelRequest) => Promise<Answer>,
    mode: ModeTexts = {},
  ): Promise<Answer> {
    const read = inject ? await run.planAt(request.id) : { plan: null };
    return next(shapeRequest(request, { ...mode, ...tailOf, ...read }));
  }
}
