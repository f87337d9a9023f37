import { sentence } from '../../domain/sentence';
import type { SessionRecord } from '../../domain/session';
import type { StoreProblem } from '../../service/planStore';
import { capabilityProblem, schemaProblem } from '../sessionAccess';
import { storedRecord } from '../sessionRecord';
import { unreadableError } from '../sqlite/storeFailure';
import { REDIS_NAME } from './redisFailure';
import { REDIS_SCHEMA } from './redisScripts';

/** Throws `store_unavailable` when the text makes no record. */
export function readRecord(text: string | undefined, schema: string | undefined): SessionRecord {
  try {
    return storedRecord(JSON.parse(text ?? '') as object, isNewer(schema));
  } catch (cause) {
    throw unreadableError(sentence`its key in Redis is damaged`, REDIS_NAME, cause);
  }
}

export function problemsOf(record: SessionRecord, schema: string | undefined): StoreProblem[] {
  const problem = isNewer(schema) ? schemaProblem(REDIS_NAME) : capabilityProblem(record);
  return problem ? [problem] : [];
}

function isNewer(schema: string | undefined): boolean {
  return Number(schema) > REDIS_SCHEMA;
}
