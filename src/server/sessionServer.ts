import { planningGuidance } from '../agent/guidance';
import type { Boundary, EventPage, SessionPage, SessionTools } from '../client/wireTypes';
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
import type { IdMaker } from '../service/ports';
import { sessionPlanMode } from '../service/sessionPlanMode';
import { toolsOf } from '../tools/allTools';
import { exitPlanModeTool } from '../tools/exitPlanMode';
import { coworkerOf, type Coworker } from './coworkers';
import { RequestBoundaries } from './requestBoundaries';
import {
  toWireEvent,
  toWireListed,
  toWireSnapshot,
  toWireUnreadable,
  type WireListed,
  type WireSnapshot,
} from './wireSession';

export interface SessionServerOptions {
  readonly service: PlanService;
  readonly coworkers: readonly Coworker[];
  readonly ids: IdMaker;
}

export interface ServedCall {
  readonly turnId: string;
  readonly callId: string;
  readonly name: string;
  readonly arguments?: unknown;
}

/** What the server does for a client, whatever carries the words. Rejects with PlanErrors. */
export class SessionServer {
  readonly #options: SessionServerOptions;
  readonly #boundaries: RequestBoundaries;
  /** Pinned in their sessions, so that they stay as they are (DP.11). */
  readonly #configurations = new Map<SessionKey, SessionConfiguration>();

  constructor(options: SessionServerOptions) {
    this.#options = options;
    this.#boundaries = new RequestBoundaries(options.service);
  }

  get #service(): PlanService {
    return this.#options.service;
  }

  async create(coworkerId: string, title = ''): Promise<WireSnapshot> {
    const { coworkers, ids } = this.#options;
    const { id, configuration } = coworkerOf(coworkers, coworkerId);
    const session = `srv:${ids.uuid()}`;
    const origin = { coworker: id, configuration };
    await this.#service.execute({
      ...{ kind: 'create_session', session, origin, title },
      ...(hasPlanMode(configuration) && { planMode: true }),
    });
    return this.snapshot(session);
  }

  async snapshot(session: SessionKey): Promise<WireSnapshot> {
    const snapshot = await this.#service.snapshot(session);
    if (!snapshot) throw sessionNotFoundError();
    return toWireSnapshot(snapshot);
  }

  /** Newest update first. */
  async list(limit: number, after?: string): Promise<SessionPage> {
    const page = { limit, ...(after !== undefined && { after }) };
    const { sessions, unreadable, next } = await this.#service.list({}, page);
    const listed: WireListed[] = [];
    for (const one of sessions) listed.push(await toWireListed(this.#service, one));
    return {
      sessions: [...listed, ...unreadable.map(toWireUnreadable)],
      ...(next !== undefined && { next }),
    };
  }

  /** The same of these alone, as if there were no others: those that are not there are left out. */
  async listOf(sessions: readonly SessionKey[]): Promise<SessionPage> {
    const listed: WireListed[] = [];
    for (const session of sessions) {
      const summary = await this.#service.summary(session);
      if (summary) listed.push(await toWireListed(this.#service, summary));
    }
    return { sessions: listed };
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

  endTurn(session: SessionKey, turnId: string, outcome: 'completed' | 'cancelled'): Promise<void> {
    return this.#service.execute({ kind: 'end_turn', session, turn_id: turnId, outcome });
  }

  async tools(session: SessionKey): Promise<SessionTools> {
    const configuration = await this.#configuration(session);
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

  /** Input that breaks the schema of its tool rejects with `invalid_input` and leaves no trace. */
  async call(session: SessionKey, call: ServedCall): Promise<ToolResult> {
    const { turnId: turn_id, callId: call_id, name, arguments: input = {} } = call;
    const common = { session, turn_id, call_id };
    const configuration = await this.#configuration(session);
    if (name === EXIT_PLAN_MODE && hasPlanMode(configuration)) {
      const parsed = exitPlanModeTool.parse(input);
      if (!parsed.ok) throw new PlanError('invalid_input', parsed.message);
      return this.#reviewed({ ...common, input: parsed.value });
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

  /** There is nobody to ask, so nothing is ever approved here (PM.79). */
  async #reviewed(call: {
    readonly session: SessionKey;
    readonly turn_id: string;
    readonly call_id: string;
    readonly input: { readonly expected_revision: number };
  }): Promise<ToolResult> {
    const request = await this.#service.execute({ kind: 'request_review', ...call });
    if (request.kind === 'answered') return request.result;
    return this.#service.execute({ kind: 'settle_review', ...call, answer: null });
  }

  async #configuration(session: SessionKey): Promise<SessionConfiguration> {
    const known = this.#configurations.get(session);
    if (known) return known;
    const configuration = await this.#service.configuration(session);
    if (!configuration) throw sessionNotFoundError();
    this.#configurations.set(session, configuration);
    return configuration;
  }
}
