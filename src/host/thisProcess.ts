import { randomUUID } from 'node:crypto';
import type { ProcessIdentity } from '../service/ports';
import { isAlive, MACHINE } from '../stores/sqlite/nodeProcesses';

/** A new owner of turns: random, because a process id comes back after a restart. */
export function thisProcess(): ProcessIdentity {
  const owner = randomUUID();
  return {
    owner,
    process_id: process.pid,
    host: MACHINE,
    isAlive: (other) => {
      if (other.host !== MACHINE) return undefined;
      // Our own number under another owner is one that was here before us.
      return (
        other.owner === owner || (other.process_id !== process.pid && isAlive(other.process_id))
      );
    },
  };
}
