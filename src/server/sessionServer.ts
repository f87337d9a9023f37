import { HostedSessions } from '../agent/hostedSessions';
import {
  toWireListed,
  toWireUnreadable,
  type WireListed,
  type WireSnapshot,
} from '../agent/wireSession';
import type { SessionPage } from '../client/wireTypes';
import type { PlanService } from '../service/planService';
import type { SessionKey } from '../service/planStore';
import type { IdMaker } from '../service/ports';
import { coworkerOf, type Coworker } from './coworkers';

export interface SessionServerOptions {
  readonly service: PlanService;
  readonly coworkers: readonly Coworker[];
  readonly ids: IdMaker;
}

/** What the server does for a client, whatever carries the words. Rejects with PlanErrors. */
export class SessionServer extends HostedSessions {
  readonly #options: SessionServerOptions;

  constructor(options: SessionServerOptions) {
    super(options.service);
    this.#options = options;
  }

  get #service(): PlanService {
    return this.#options.service;
  }

  async createFor(coworkerId: string, title?: string): Promise<WireSnapshot> {
    const { coworkers, ids } = this.#options;
    const { id, configuration } = coworkerOf(coworkers, coworkerId);
    return this.create(`srv:${ids.uuid()}`, { coworker: id, configuration }, title);
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
}
