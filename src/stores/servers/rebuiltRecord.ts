import { PlanError } from '../../domain/planError';
import type { PlanEvent } from '../../domain/planEvent';
import { evolve, initialState } from '../../domain/planState';
import { CAPABILITIES, type SessionRecord } from '../../domain/session';
import { titleFromPlan } from '../../domain/sessionTitle';
import type { SessionKey } from '../../service/planStore';
import { isSamePlan } from '../storedLog';

/**
 * The record of a session as its history gives it. Where the one that is there can be read, only its plan is another
 * one; else what no event tells is as in a new session. Throws `invalid_input` when there is nothing to restore.
 */
export function rebuiltRecord(
  key: SessionKey,
  events: readonly PlanEvent[],
  now: SessionRecord | undefined,
): SessionRecord {
  const { plan, approved } = events.reduce(evolve, initialState);
  if (!plan) {
    throw new PlanError('invalid_input', 'The history of this session holds no plan to restore.');
  }
  if (now) {
    if (!isSamePlan(plan, now.plan)) return { ...now, plan };
    throw new PlanError(
      'invalid_input',
      'The history of this plan gives what is stored, so there is nothing to restore.',
    );
  }
  const created = events.find(({ type }) => type === 'session_created');
  const isGraph = plan.steps.some((step) => step.parent_id !== undefined || step.depends_on);
  return {
    key,
    coworker: created?.type === 'session_created' ? created.data.coworker : 'chat',
    title: titleFromPlan(plan),
    created: events[0]?.at ?? '',
    updated: events.at(-1)?.at ?? '',
    required_capabilities: [...CAPABILITIES],
    configuration: { planning: true, subtasks: isGraph },
    plan,
    ...(approved !== null && { approved }),
  };
}
