import type { PlanEvent } from '../../domain/planEvent';
import type { EventPage } from '../../service/planStore';
import { eventOf } from '../servers/storedText';
import { textOf, textsOf } from './redisClient';

/** What `READ_EVENTS` answered. An event that cannot be read is a reset: whoever asks takes the current state. */
export function pageOf(answer: unknown, after: number, limit: number): EventPage {
  const [count, page, dropped] = Array.isArray(answer) ? (answer as unknown[]) : [];
  const version = Number(textOf(count) ?? 0);
  if (after > version || after < Number(textOf(dropped) ?? 0)) return { kind: 'reset' };
  const events: PlanEvent[] = [];
  for (const text of textsOf(page)) {
    const event = eventOf(text, after + events.length + 1);
    if (!event) return { kind: 'reset' };
    events.push(event);
  }
  const all = events.length === Math.min(limit, version - after);
  return all ? { kind: 'events', events } : { kind: 'reset' };
}
