import { PlanError } from '../../domain/planError';
import { sentence } from '../../domain/sentence';
import { outcomeUnknown } from '../servers/networkFailure';
import { textsOf, type RedisClient } from './redisClient';
import { answerOf, redisError } from './redisFailure';

interface AskedCommit {
  /** The key of the session. */
  readonly own: string;
  /** Of this commit alone. */
  readonly token: string;
  /** So many events. */
  readonly added: number;
}

/** The answer of the script. After a lost connection it is read whether the commit is there; it is never sent again. */
export async function writtenOnce(
  client: RedisClient,
  { own, token, added }: AskedCommit,
  write: () => Promise<(string | undefined)[]>,
): Promise<(string | undefined)[]> {
  let lost: unknown;
  try {
    return await write();
  } catch (error) {
    if (PlanError.is(error) || answerOf(error) !== undefined)
      throw redisError(error, sentence`The plan could not be saved`);
    lost = error;
  }
  const [found, version] = await committed(client, own);
  if (found !== token) throw outcomeUnknown(lost);
  return ['written', String(Number(version) - added)];
}

async function committed(client: RedisClient, own: string): Promise<(string | undefined)[]> {
  try {
    return textsOf(await client.sendCommand(['HMGET', own, 'commit', 'version']));
  } catch (error) {
    throw outcomeUnknown(error);
  }
}
