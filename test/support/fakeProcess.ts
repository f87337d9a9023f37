import type { ProcessIdentity } from '../../src/service/ports';

/** One start of a process, numbered; `alive` says which other owners are still there. */
export function fakeProcess(
  owner = 'owner-1',
  alive: (owner: string) => boolean | undefined = () => false,
): ProcessIdentity {
  return {
    owner,
    process_id: 4711,
    host: 'machine',
    isAlive: (other) => alive(other.owner),
  };
}
