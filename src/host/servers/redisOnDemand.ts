// In a bundle of its own, for the driver in it.
import { type Sentence, sentence } from '../../domain/sentence';
import { codeOf } from '../../service/platformError';
import type { OpenedStore } from '../../stores/openStore';
import { textOf, type RedisSubscriber } from '../../stores/redis/redisClient';
import { answerOf, redisError } from '../../stores/redis/redisFailure';
import { openRedisStore } from '../../stores/redis/redisStore';
import { AwaitedClient } from './awaitedClient';
import { codedFailure } from './codedFailure';
import { parseServerAddress } from './serverAddress';
import { redisClientAt } from './redisClientAt';
import { ANSWER_MS, CONNECT_MS, type ServerPorts } from './serverPorts';

const PREFIX = 'session-plans';
const LONGEST_PAUSE_MS = 2_000;
/** What it does not take now it will not take in a moment. */
const REFUSED_PAUSE_MS = 30_000;
/** Writes, runs scripts and publishes, as a commit does. */
const CHECK = `
  redis.call('SET', KEYS[1], '1', 'PX', '1000')
  redis.call('PUBLISH', ARGV[1], '1')
  return redis.call('DEL', KEYS[1])`;

/** Connects at once, in the background; after a cut it connects again by itself. */
export async function openRedis(url: string, ports: ServerPorts): Promise<OpenedStore> {
  const pause = (tries: number, cause: Error) =>
    answerOf(cause) === undefined ? Math.min(100 * 2 ** tries, LONGEST_PAUSE_MS) : REFUSED_PAUSE_MS;
  const options = { pause, silenceMs: ANSWER_MS };
  const client = await redisClientAt(url, { ...options, disableOfflineQueue: true });
  // It subscribes as soon as it can.
  const subscriber = await redisClientAt(url, { ...options, disableOfflineQueue: false });
  client.on('error', ports.onCut);
  const awaited = new AwaitedClient(client);
  for (const each of [client, subscriber]) each.connect().catch(() => undefined);
  const opened = openRedisStore({
    ...{ client: awaited, subscriber: quietlyLeaving(subscriber), prefix: PREFIX },
    ...ports,
  });
  return {
    ...opened,
    close: async () => {
      // What waits for a connection waits no longer.
      if (!subscriber.isReady) subscriber.destroy();
      await opened.store.close();
      for (const each of [client, subscriber]) each.destroy();
    },
  };
}

/** Whoever has no connection hears nothing, and would wait for one to say that it need not. */
function quietlyLeaving(subscriber: Awaited<ReturnType<typeof redisClientAt>>): RedisSubscriber {
  return {
    subscribe: (channel, heard) => subscriber.subscribe(channel, heard),
    unsubscribe: async (channel) => {
      if (subscriber.isReady) await subscriber.unsubscribe(channel);
    },
    on: (event, heard) => subscriber.on(event, heard),
    off: (event, heard) => subscriber.off(event, heard),
  };
}

/** Whether plans can be kept there, and what they are in danger of. Rejects with what is in the way. */
export async function checkRedis(url: string): Promise<Sentence | undefined> {
  const doing = sentence`The server cannot be used`;
  const client = await redisClientAt(url, {
    ...{ pause: () => false as const, disableOfflineQueue: true, silenceMs: CONNECT_MS },
  });
  try {
    await client.connect();
    const names = [`${PREFIX}:{check}`, `${PREFIX}:check`];
    await client.sendCommand(['EVAL', CHECK, '1', ...names]);
    // Whoever may not know it is not told.
    const told = await client.sendCommand(['INFO']).catch(() => '');
    return dangerOf(textOf(told) ?? '');
  } catch (error) {
    throw redisError(exactFailure(error, url), doing);
  } finally {
    client.destroy();
  }
}

/** Of what a server tells of itself. */
function dangerOf(info: string): Sentence | undefined {
  const isForgetful = /^aof_enabled:0/m.test(info);
  const policy = /^maxmemory:[1-9][^]*^maxmemory_policy:(allkeys-\w+)/m.exec(info)?.[1];
  const forgetful = sentence`This Redis does not write every change to its disk (appendonly is off), so the latest changes of plans are gone whenever it stops.`;
  if (policy === undefined) return isForgetful ? forgetful : undefined;
  const dropping = sentence`This Redis drops plans, silently and in part, when its memory is full (maxmemory-policy is ${policy}; noeviction would refuse changes instead).`;
  return isForgetful ? sentence`${dropping} ${forgetful}` : dropping;
}

/** Without TLS on the other side, the greeting of ours is the beginning of a line, whose end is waited for. */
function exactFailure(error: unknown, url: string): unknown {
  const failure = codedFailure(error);
  const isSilent = codeOf(failure) === 'ETIMEDOUT' && parseServerAddress(url).tls !== 'off';
  return isSilent
    ? Object.assign(new Error('silent', { cause: error }), { code: 'NO_TLS' })
    : failure;
}
