import { FeedQueue } from './feedQueue';
import type { PlanClientError } from './clientError';
import type { HeldPlan } from './heldPlan';
import type { Attachment, ListRequest, PlanClient, Subscription } from './planClient';
import { RpcPeer, toClientError } from './rpcPeer';
import { subscribeTo } from './subscription';
import type {
  Boundary,
  EventPage,
  FeedItem,
  PlanModeState,
  ServerFacts,
  SessionPage,
  SessionTools,
  Snapshot,
  ToolResult,
  PlanEvent,
} from './wireTypes';

export interface ToolCall {
  readonly sessionId: string;
  readonly turnId: string;
  /** The same id with the same input is answered as the first time. */
  readonly callId: string;
  readonly name: string;
  readonly arguments?: unknown;
}

/** The streams of a server. */
export interface ServerStreams {
  /** What it writes. */
  readonly incoming: AsyncIterable<Uint8Array | string>;
  /** Gives it a line, with its end. */
  readonly send: (line: string) => void;
  /** Ends its input; resolves when it has ended. */
  readonly end: () => Promise<void>;
}

type Told = { readonly sessionId: string } & (
  | { readonly event: PlanEvent }
  | { readonly snapshot: Snapshot | null }
  | { readonly error: Parameters<typeof toClientError>[0] }
);

/** A client of `session-plans --stdio`: sessions to see, and to work in. Attached to a session once at a time. */
export class StdioClient implements PlanClient {
  readonly #streams: ServerStreams;
  readonly #peer: RpcPeer;
  readonly #attached = new Map<string, FeedQueue<FeedItem>>();

  constructor(streams: ServerStreams) {
    this.#streams = streams;
    this.#peer = new RpcPeer({
      incoming: streams.incoming,
      send: streams.send,
      onNotification: (_method, params) => {
        this.#told(params as Told);
      },
      onEnd: (error: PlanClientError) => {
        for (const queue of this.#attached.values()) queue.end(error);
      },
    });
  }

  initialize(clientInfo?: {
    readonly name: string;
    readonly version: string;
  }): Promise<ServerFacts> {
    return this.#peer.request('initialize', clientInfo ? { clientInfo } : {});
  }

  createSession(coworker: string, title?: string): Promise<Snapshot> {
    return this.#peer.request('session/create', {
      coworker,
      ...(title !== undefined && { title }),
    });
  }

  list(request: ListRequest = {}): Promise<SessionPage> {
    return this.#peer.request('session/list', request);
  }

  snapshot(sessionId: string): Promise<Snapshot> {
    return this.#peer.request('session/snapshot', { sessionId });
  }

  events(sessionId: string, after: string, limit?: number): Promise<EventPage> {
    const page = { ...(limit !== undefined && { limit }) };
    return this.#peer.request('event/read', { sessionId, after, ...page });
  }

  async attach(sessionId: string, after?: string): Promise<Attachment> {
    const queue = new FeedQueue<FeedItem>();
    const params = { sessionId, ...(after !== undefined && { after }) };
    // What comes behind the answer is of this attachment, and nothing before it.
    const snapshot = await this.#peer.request<Snapshot>('session/attach', params, () => {
      this.#attached.get(sessionId)?.end();
      this.#attached.set(sessionId, queue);
    });
    return {
      snapshot,
      [Symbol.asyncIterator]: () => queue[Symbol.asyncIterator](),
      close: () => {
        queue.end();
        if (this.#attached.get(sessionId) !== queue) return;
        this.#attached.delete(sessionId);
        // Where it cannot be told any more, nothing comes any more either.
        this.#peer.request('session/detach', { sessionId }).catch(() => undefined);
      },
    };
  }

  subscribe(sessionId: string, onPlan: (held: HeldPlan) => void): Subscription {
    return subscribeTo(this, sessionId, onPlan);
  }

  async startTurn(sessionId: string): Promise<string> {
    const { turnId } = await this.#peer.request<{ turnId: string }>('turn/start', { sessionId });
    return turnId;
  }

  async endTurn(sessionId: string, turnId: string): Promise<void> {
    await this.#peer.request('turn/end', { sessionId, turnId });
  }

  async cancelTurn(sessionId: string, turnId: string): Promise<void> {
    await this.#peer.request('turn/cancel', { sessionId, turnId });
  }

  tools(sessionId: string): Promise<SessionTools> {
    return this.#peer.request('tool/list', { sessionId });
  }

  call(call: ToolCall): Promise<ToolResult> {
    return this.#peer.request('tool/call', call);
  }

  /** To be asked before each model request; the same `requestId` gets the same answer. */
  boundary(sessionId: string, turnId: string, requestId?: string): Promise<Boundary> {
    const request = { ...(requestId !== undefined && { requestId }) };
    return this.#peer.request('model/boundary', { sessionId, turnId, ...request });
  }

  planMode(sessionId: string): Promise<PlanModeState | null> {
    return this.#peer.request('session.planMode', { sessionId });
  }

  setPlanMode(sessionId: string, active: boolean): Promise<PlanModeState | null> {
    return this.#peer.request('session.setPlanMode', { sessionId, active });
  }

  async close(): Promise<void> {
    for (const queue of this.#attached.values()) queue.end();
    this.#attached.clear();
    await this.#streams.end();
  }

  #told(told: Told): void {
    const queue = this.#attached.get(told.sessionId);
    if ('event' in told) queue?.put({ kind: 'event', event: told.event });
    else if ('snapshot' in told) queue?.put({ kind: 'reset', snapshot: told.snapshot });
    else queue?.end(toClientError(told.error));
  }
}
