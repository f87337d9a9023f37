import type { Boundary, EventPage, SessionTools, Snapshot } from '../client/wireTypes';
import { hasPlanMode } from '../domain/coworker';
import { PlanError, sessionNotFoundError } from '../domain/planError';
import { cursorOf } from '../domain/planEvent';
import type { PlanModeState } from '../domain/planMode';
import { EXIT_PLAN_MODE } from '../domain/planReview';
import type { SessionConfiguration } from '../domain/session';
import type { ToolResult } from '../domain/toolResult';
import { attach, type Attachment } from '../service/eventFeed';
import type { PlanService } from '../service/planService';
import type { SessionKey } from '../service/planStore';
import type { EndTurn, SessionOrigin } from '../service/sessionCommand';
import { sessionPlanMode } from '../service/sessionPlanMode';
import { toolsOf } from '../tools/allTools';
import { exitPlanModeTool } from '../tools/exitPlanMode';
import { planningGuidance } from './guidance';
import { RequestBoundaries } from './requestBoundaries';
import { toWireEvent, toWireSnapshot } from './wireSession';

export interface HostedToolCall {
  readonly turnId: string;
  readonly callId: string;
  readonly name: string;
  readonly arguments?: unknown;
}

/** A call of `exit_plan_mode` in a turn of another loop. */
export interface HostedReview {
  readonly session: SessionKey;
  readonly turn_id: string;
  readonly call_id: string;
  /** As the model gave it, and it fits. */
  readonly input: { readonly expected_revision: number };
}

/** Asks whoever can be asked. */
type Review = (call: HostedReview) => Promise<ToolResult>;

/**
 * Sessions whose model loop runs elsewhere, in a program or another extension. How each of them plans is
 * pinned in it. Rejects with PlanErrors.
 */
export class HostedSessions {
  readonly #service: PlanService;
  readonly #boundaries: RequestBoundaries;
  /** Pinned in their sessions, so that they stay as they are (DP.11). */
  readonly #configurations = new Map<SessionKey, SessionConfiguration>();

  constructor(service: PlanService) {
    this.#service = service;
    this.#boundaries = new RequestBoundaries(service);
  }

  /** Where there is one already, it stays as it is. */
  async create(session: SessionKey, origin: SessionOrigin, title = ''): Promise<Snapshot> {
    // One that was deleted may have planned otherwise.
    this.#configurations.delete(session);
    await this.#service.execute({
      ...{ kind: 'create_session', session, origin, title },
      ...(hasPlanMode(origin.configuration) && { planMode: true }),
    });
    return this.snapshot(session);
  }

  async snapshot(session: SessionKey): Promise<Snapshot> {
    const snapshot = await this.#service.snapshot(session);
    if (!snapshot) throw sessionNotFoundError();
    return toWireSnapshot(snapshot);
  }

  async attach(session: SessionKey, after?: number): Promise<Attachment> {
    const attachment = await attach(this.#service, session, after);
    if (attachment.snapshot) return attachment;
    attachment.dispose();
    throw sessionNotFoundError();
  }

  async events(session: SessionKey, after: number, limit: number): Promise<EventPage> {
    const page = await this.#service.events(session, after, limit);
    if (page.kind === 'reset') return { reset: true, snapshot: await this.snapshot(session) };
    const last = page.events.at(-1);
    // Nothing to tell of, or nobody to tell of.
    if (!last) await this.snapshot(session);
    return { events: page.events.map(toWireEvent), cursor: cursorOf(last?.sequence ?? after) };
  }

  beginTurn(session: SessionKey): Promise<string> {
    return this.#service.execute({ kind: 'begin_turn', session });
  }

  endTurn(session: SessionKey, turnId: string, outcome: EndTurn['outcome']): Promise<void> {
    return this.#service.execute({ kind: 'end_turn', session, turn_id: turnId, outcome });
  }

  async tools(session: SessionKey): Promise<SessionTools> {
    const configuration = await this.configuration(session);
    const listed = [
      ...toolsOf(configuration),
      ...(hasPlanMode(configuration) ? [exitPlanModeTool] : []),
    ];
    return {
      tools: listed.map(({ name, description, inputSchema }) => ({
        ...{ name, description, inputSchema },
      })),
      guidance: planningGuidance(configuration),
    };
  }

  /**
   * Input that breaks the schema of its tool rejects with `invalid_input` and leaves no trace. Where there
   * is nobody to ask, nothing is ever approved (PM.79).
   */
  async call(
    session: SessionKey,
    call: HostedToolCall,
    review: Review = (asked) => this.#unreviewed(asked),
  ): Promise<ToolResult> {
    const { turnId: turn_id, callId: call_id, name, arguments: input = {} } = call;
    const common = { session, turn_id, call_id };
    const configuration = await this.configuration(session);
    if (name === EXIT_PLAN_MODE && hasPlanMode(configuration)) {
      const parsed = exitPlanModeTool.parse(input);
      if (!parsed.ok) throw new PlanError('invalid_input', parsed.message);
      return review({ ...common, input: parsed.value });
    }
    const tool = toolsOf(configuration).find((each) => each.name === name);
    if (!tool) throw new PlanError('unknown_tool', `This session does not have the tool ${name}.`);
    const parsed = tool.parse(input);
    if (!parsed.ok) throw new PlanError('invalid_input', parsed.message);
    return this.#service.execute({ kind: 'hosted_call', ...common, command: parsed.value });
  }

  boundary(session: SessionKey, turnId: string, requestId?: string): Promise<Boundary> {
    return this.#boundaries.reach(session, turnId, requestId);
  }

  planMode(session: SessionKey): Promise<PlanModeState | null> {
    return sessionPlanMode(this.#service).planMode(session);
  }

  setPlanMode(session: SessionKey, active: boolean): Promise<PlanModeState | null> {
    return sessionPlanMode(this.#service).setPlanMode(session, active);
  }

  async configuration(session: SessionKey): Promise<SessionConfiguration> {
    const known = this.#configurations.get(session);
    if (known) return known;
    const configuration = await this.#service.configuration(session);
    if (!configuration) throw sessionNotFoundError();
    this.#configurations.set(session, configuration);
    return configuration;
  }

  async #unreviewed(call: HostedReview): Promise<ToolResult> {
    const request = await this.#service.execute({ kind: 'request_review', ...call });
    if (request.kind === 'answered') return request.result;
    return this.#service.execute({ kind: 'settle_review', ...call, answer: null });
  }
}
