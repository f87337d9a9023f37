import { randomUUID } from 'node:crypto';
import type { ProcessIdentity } from '../service/ports';
import { isAlive, thisMachine } from '../stores/sqlite/locks/nodeProcesses';

/** A new owner of turns: random, because a process id comes back after a restart. */
export function thisProcess(): ProcessIdentity {
  const owner = randomUUID();
  return {
    owner,
    process_id: process.pid,
    get host() {
      return thisMachine();
    },
    isAlive: (other) => {
      if (other.host !== thisMachine()) return undefined;
      // Our own number under another owner is one that was here before us.
      return (
        other.owner === owner || (other.process_id !== process.pid && isAlive(other.process_id))
      );
    },
  };
}
