import { attach } from '../../src/service/eventFeed';
import { chaosPlace, openChaosService, say } from './chaosPlace';

// A process of its own that follows every session from its first event on and checks what it hears:
// no gap, no event twice, and never a revision that does not come right after the one before.
const { sessions, ...place } = chaosPlace();
const service = openChaosService({ sessions, ...place });
const versions: Record<string, number> = {};
const revisions: Record<string, number> = {};
let looks = 0;

for (const session of sessions) void follow(session);
setInterval(() => {
  say({ looks, versions });
}, 250);

async function follow(session: string): Promise<void> {
  try {
    versions[session] = revisions[session] = 0;
    for await (const item of await attach(service, session, 0)) {
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
  } catch (error) {
    say({ looks, versions, problem: `A feed of ${session}: ${String(error)}` });
  }
}
