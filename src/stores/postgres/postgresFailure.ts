import { PlanError } from '../../domain/planError';
import { sentence, type Sentence } from '../../domain/sentence';
import { codeOf } from '../../service/platformError';
import { LOST, NETWORK_REASONS } from '../servers/networkFailure';
import { busyError } from '../sessionAccess';
import { POSTGRES_NAME } from './postgresSchema';

/** By SQLSTATE or code of the platform; what a person can do about it is in the sentence. */
const REASONS: Readonly<Record<string, Sentence>> = {
  ...NETWORK_REASONS,
  '28P01': sentence`the password is wrong`,
  '28000': sentence`this user may not connect; see pg_hba.conf of the server`,
  '3D000': sentence`there is no such database on the server`,
  '42501': sentence`this user has no right to do that with the tables or the schema`,
  '25006': sentence`the server only reads, as a standby does`,
  '53100': sentence`the disk of the server is full; plans can be saved again once it has room`,
  '53200': sentence`the server has no memory left`,
  '53300': sentence`the server has too many connections`,
  '57014': sentence`the server cancelled the statement, as it took too long`,
  '57P01': sentence`the server is being shut down`,
  '57P02': sentence`the server had to end the connection`,
  '57P03': sentence`the server is starting or stopping`,
};

const LOCK_TIMEOUT = '55P03';

/** Nothing that a driver says of itself is taken over: it may name the address, with the password in it. */
export function postgresError(error: unknown, doing: Sentence, more: object = {}): PlanError {
  if (PlanError.is(error)) return error;
  const code = codeOf(error);
  if (code === LOCK_TIMEOUT) return busyError(POSTGRES_NAME);
  const reason = reasonOf(code, error);
  return new PlanError('store_unavailable', sentence`${doing}: ${reason}.`, {
    details: { retry: true, reason: code ?? LOST, ...more },
    cause: error,
  });
}

function reasonOf(code: string | undefined, error: unknown): Sentence {
  const known = code === undefined ? undefined : REASONS[code];
  if (known !== undefined) return known;
  if (code !== undefined) return sentence`PostgreSQL answered ${code}`;
  const said = error instanceof Error ? error.message : '';
  return /does not support SSL/i.test(said)
    ? sentence`the server has no TLS, which is demanded`
    : sentence`the connection was lost`;
}

/** The tables are not there yet. */
export function isNoTable(error: unknown): boolean {
  return codeOf(error) === '42P01';
}

/** Two writers met, and this one was to give way: somebody else was first. */
export function isLost(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error) ?? '');
}

/** The server said no; then it is certain that nothing was written. Otherwise nobody knows. */
export function isAnswer(error: unknown): boolean {
  const code = codeOf(error) ?? '';
  return /^[0-9A-Z]{5}$/.test(code) && !/^(?:08|57P)/.test(code);
}
