import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { PlanError } from '../../src/domain/planError';
import { chaosCommand } from './chaosCalls';
import { chaosPlace, digestOf, openChaosService, say, type ChaosAnswer } from './chaosPlace';
import { seededRandom } from './seededRandom';

// A process of its own: once it is told to, it makes guest calls until it is killed, and says what each
// came to. Everything that is loaded at first use is loaded before.
const CONFIGURATION = { planning: true, subtasks: true };
const place = chaosPlace();
const service = openChaosService(place);
const random = seededRandom(place.seed);
void writeForever();

async function writeForever(): Promise<never> {
  await service.snapshot('srv:none');
  await once(process.stdin, 'data');
  for (;;) {
    const session = place.sessions[Math.floor(random() * place.sessions.length)] ?? '';
    say(await answered(session, randomUUID()));
  }
}

async function answered(session: string, call_id: string): Promise<ChaosAnswer> {
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
