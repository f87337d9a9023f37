import * as z from 'zod/mini';

/** The running turn of a hosted session, kept in its record: it outlives a restart (planning 7.5). */
export const turnSchema = z.lazy(() =>
  z.strictObject({
    turn_id: z.string(),
    owner: z.string(),
    process_id: z.int(),
    host: z.string(),
    /** Until then (ISO 8601, UTC) an owner on another machine counts as alive; every commit of the turn renews it. */
    lease: z.string(),
  }),
);
export type Turn = z.infer<typeof turnSchema>;

/**
 * The process that started a turn. `owner` is random per start of a process; host and process id tell
 * others on the same machine whether it is still there.
 */
export type TurnOwner = Pick<Turn, 'owner' | 'process_id' | 'host'>;

/** `interrupted`: its owner is gone. Such a turn still fences, but nothing runs any more. */
export type TurnState = 'running' | 'interrupted';

/** How long an owner on another machine counts as alive after its last commit: 10 minutes. */
export const TURN_LEASE_MS = 600_000;
