import { PlanError } from '../../domain/planError';
import { sentence, type Sentence } from '../../domain/sentence';
import { codeOf } from '../../service/platformError';
import { LOST, NETWORK_REASONS } from '../servers/networkFailure';
import { busyError } from '../sessionAccess';
import type { RedisClient } from './redisClient';

export const REDIS_NAME = 'Redis';

/** By the first word of an answer of Redis, or the code of the platform. */
const REASONS: Readonly<Record<string, Sentence>> = {
  ...NETWORK_REASONS,
  WRONGPASS: sentence`the user or the password is wrong`,
  NOAUTH: sentence`a password is needed`,
  NOPERM: sentence`this user has no right to do that`,
  OOM: sentence`the memory that the server may use is full (maxmemory)`,
  MISCONF: sentence`the server cannot save to its disk, and takes nothing until it can`,
  READONLY: sentence`the server is a replica, which only reads`,
  LOADING: sentence`the server is still starting`,
  CLUSTERDOWN: sentence`the cluster is not complete`,
};

/** An answer of the server begins with a word in capitals; then it is certain that nothing was written. */
export function answerOf(error: unknown): string | undefined {
  const said = error instanceof Error ? error.message : '';
  const [, word, more = ''] = /^([A-Z]{3,})(?: (.*)|$)/s.exec(said) ?? [];
  if (word !== 'ERR') return word;
  // What a script met, as servers of different age put it.
  if (/^ACL failure|^The user executing the script can't/.test(more)) return 'NOPERM';
  return /-(NOPERM|OOM|MISCONF|READONLY)\b/.exec(more)?.[1] ?? word;
}

/** Nothing that a driver says of itself is taken over: it may name the address, with the password in it. */
export function redisError(error: unknown, doing: Sentence): PlanError {
  if (PlanError.is(error)) return error;
  const code = answerOf(error) ?? codeOf(error);
  // Somebody's script keeps the whole server.
  if (code === 'BUSY') return busyError(REDIS_NAME);
  const known = code === undefined ? undefined : REASONS[code];
  const reason =
    known ??
    (code === undefined ? sentence`the connection was lost` : sentence`Redis answered ${code}`);
  return new PlanError('store_unavailable', sentence`${doing}: ${reason}.`, {
    details: { retry: true, reason: code ?? LOST },
    cause: error,
  });
}

/** The answer; a failure as one that somebody can act on. */
export async function asked(
  client: RedisClient,
  doing: Sentence,
  args: string[],
): Promise<unknown> {
  try {
    return await client.sendCommand(args);
  } catch (error) {
    throw redisError(error, doing);
  }
}
