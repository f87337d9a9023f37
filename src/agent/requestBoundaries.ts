import type { Boundary } from '../client/wireTypes';
import { planModeTexts } from './planModeTexts';
import { reminderText } from './reminderText';
import type { PlanDocument } from '../domain/plan';
import { revisionOf } from '../domain/plan';
import { hasPlanMode } from '../domain/coworker';
import { sessionNotFoundError } from '../domain/planError';
import type { PlanModeState } from '../domain/planMode';
import type { SessionConfiguration } from '../domain/session';
import { registeredTools } from '../domain/toolset';
import type { PlanService } from '../service/planService';
import type { SessionKey } from '../service/planStore';

/** Of one session, as far as this process sent its requests. */
interface Sent {
  /** What the last request said of plan mode. */
  told: boolean | undefined;
  revision: number;
  /** Requests in a row that had the plan at this revision. */
  requests: number;
  turn: string | undefined;
  /** Of this turn, by request id. */
  answers: Map<string, Boundary>;
}

/** Answers the boundaries before model requests; one that comes again gets its first answer (planning 6.4). */
export class RequestBoundaries {
  readonly #service: PlanService;
  readonly #sent = new Map<SessionKey, Sent>();
  readonly #modeTexts = planModeTexts();

  constructor(service: PlanService) {
    this.#service = service;
  }

  /** Rejects like `reach_boundary`; then what was selected waits for the next one. */
  async reach(session: SessionKey, turnId: string, requestId?: string): Promise<Boundary> {
    const sent = this.#of(session);
    const isKnown = sent.turn === turnId && requestId !== undefined;
    const recorded = isKnown ? sent.answers.get(requestId) : undefined;
    if (recorded && (await this.#isRunning(session, turnId))) return recorded;
    const planMode = await this.#service.execute({
      ...{ kind: 'reach_boundary', session, turn_id: turnId },
    });
    // Not before: a turn that is over takes nothing from the one that runs.
    if (sent.turn !== turnId) {
      sent.turn = turnId;
      sent.answers.clear();
    }
    const [snapshot, configuration] = await Promise.all([
      this.#service.snapshot(session),
      this.#service.configuration(session),
    ]);
    if (!snapshot || !configuration) throw sessionNotFoundError();
    const answer = this.#answer(sent, planMode, configuration, snapshot.plan ?? null);
    if (requestId !== undefined) sent.answers.set(requestId, answer);
    return answer;
  }

  #answer(
    sent: Sent,
    planMode: PlanModeState | null,
    configuration: SessionConfiguration,
    plan: PlanDocument | null,
  ): Boundary {
    const { inject = true, cache_ttl: ttl = '5m' } = configuration;
    const active = planMode?.active ?? false;
    const texts = hasPlanMode(configuration) ? this.#modeTexts(active, sent.told) : {};
    sent.told = active;
    const revision = revisionOf(plan);
    const unchangedRequests = sent.revision === revision ? sent.requests : 0;
    Object.assign(sent, { revision, requests: unchangedRequests + 1 });
    const tools = registeredTools(configuration);
    const text = inject ? reminderText({ plan, tools, unchangedRequests }) : null;
    return {
      planMode,
      reminder: text === null ? null : { text, cache: { ttl } },
      modeGuidance: texts.modeGuidance ?? null,
      notice: texts.notice ?? null,
    };
  }

  async #isRunning(session: SessionKey, turnId: string): Promise<boolean> {
    const turn = (await this.#service.snapshot(session))?.turn;
    return turn?.turn_id === turnId && turn.state === 'running';
  }

  #of(session: SessionKey): Sent {
    const known = this.#sent.get(session);
    if (known) return known;
    const sent: Sent = {
      ...{ told: undefined, revision: 0, requests: 0, turn: undefined },
      answers: new Map(),
    };
    this.#sent.set(session, sent);
    return sent;
  }
}
