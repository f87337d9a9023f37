import { CAPABILITIES } from '../../domain/session';
import type { SessionCommit } from '../../service/planStore';
import { eventText } from '../servers/storedText';
import { REDIS_SCHEMA } from './redisScripts';

export interface CommitNames {
  readonly channel: string;
  readonly notice: string;
  /** Instead, when it comes too late. */
  readonly late: string;
  /** Of this commit alone. */
  readonly token: string;
  /** 0: for ever. */
  readonly ttlMs: number;
}

/** ARGV of `APPEND`. */
export function appendArguments(
  { record, events, call, removedSteps = [] }: SessionCommit,
  expectedGeneration: number,
  { channel, notice, late, token, ttlMs }: CommitNames,
): string[] {
  const fields = {
    ...{ record: JSON.stringify(record), commit: token },
    required: JSON.stringify(record.required_capabilities),
  };
  return [
    ...[String(expectedGeneration), String(REDIS_SCHEMA), JSON.stringify(CAPABILITIES)],
    ...[channel, notice, String(ttlMs)],
    ...(call ? [JSON.stringify(call.call_id), JSON.stringify(call)] : ['', '']),
    String(record.plan?.revision ?? 0),
    ...[JSON.stringify(fields), JSON.stringify(events.map(eventText))],
    ...[JSON.stringify(removedSteps.map((id) => JSON.stringify(id))), late],
  ];
}
