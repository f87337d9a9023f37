import { setTimeout as wait } from 'node:timers/promises';
import { PlanError } from '../../src/domain/planError';
import { attach } from '../../src/service/eventFeed';
import type { PlanService } from '../../src/service/planService';
import { say } from './chaosPlace';

const PAUSE_MS = 50;

/**
 * Follows every session from its first event on and checks what it hears: no gap, no event twice, and never a
 * revision that does not come right after the one before. A server that is away ends a feed, and the next one
 * goes on from its cursor.
 */
export function followAll(service: PlanService, sessions: readonly string[]): void {
  const versions: Record<string, number> = {};
  const revisions: Record<string, number> = {};
  let looks = 0;
  const hear = async (session: string): Promise<void> => {
    for await (const item of await attach(service, session, versions[session] ?? 0)) {
      if (item.kind === 'reset') throw new Error('it had to start over');
      const { sequence, type } = item.event;
      if (sequence !== (versions[session] ?? 0) + 1)
        throw new Error(`event ${String(sequence)} came after ${String(versions[session])}`);
      versions[session] = sequence;
      looks++;
      if (type !== 'plan_updated') continue;
      const { revision } = item.event.data.plan;
      if (revision !== (revisions[session] ?? 0) + 1)
        throw new Error(`revision ${String(revision)} came after ${String(revisions[session])}`);
      revisions[session] = revision;
    }
  };
  const follow = async (session: string): Promise<void> => {
    versions[session] = revisions[session] = 0;
    for (;;) {
      try {
        await hear(session);
        return;
      } catch (error) {
        if (!PlanError.is(error, 'store_unavailable')) {
          say({ looks, versions, problem: `A feed of ${session}: ${String(error)}` });
          return;
        }
        await wait(PAUSE_MS);
      }
    }
  };
  for (const session of sessions) void follow(session);
  setInterval(() => {
    say({ looks, versions });
  }, 250);
}
