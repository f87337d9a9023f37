import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { PlanError } from '../../src/domain/planError';
import type { PlanService } from '../../src/service/planService';
import { chaosCommand } from './chaosCalls';
import { digestOf, say, type ChaosAnswer, type ChaosSessions } from './chaosPlace';
import { seededRandom } from './seededRandom';

const CONFIGURATION = { planning: true, subtasks: true };
/** A server that is away says so at once. */
const PAUSE_MS = 20;

/**
 * Once it is told to, it makes guest calls until it is killed, and says what each came to. Everything that
 * is loaded at first use is loaded before.
 */
export async function callForever(
  service: PlanService,
  { sessions, seed }: ChaosSessions,
): Promise<never> {
  const random = seededRandom(seed);
  await service.snapshot('srv:none');
  await once(process.stdin, 'data');
  for (;;) {
    const session = sessions[Math.floor(random() * sessions.length)] ?? '';
    const answer = await answered(service, random, session, randomUUID());
    say(answer);
    if (answer.failed === 'store_unavailable') await wait(PAUSE_MS);
  }
}

async function answered(
  service: PlanService,
  random: () => number,
  session: string,
  call_id: string,
): Promise<ChaosAnswer> {
  try {
    const before = await service.snapshot(session);
    const result = await service.execute({
      kind: 'guest_call',
      session,
      turn_id: `turn-of-${String(process.pid)}`,
      call_id,
      origin: { coworker: 'chat', configuration: CONFIGURATION },
      command: chaosCommand(random, before?.plan ?? null),
    });
    return { session, call_id, answer: digestOf(result) };
  } catch (error) {
    return { session, call_id, failed: PlanError.is(error) ? error.code : String(error) };
  }
}
