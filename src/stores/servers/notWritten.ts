import { cancelledError } from '../../domain/planError';
import type { AppendOutcome, PlanStore, SessionCommit } from '../../service/planStore';
import type { CancelSignal } from '../../service/ports';
import { readOnlyError } from '../sessionAccess';

/** Why a commit came to nothing on a server. A writer who is late is told so, cancelled or not. */
export async function notWritten(
  store: Pick<PlanStore, 'load' | 'recordedCall'>,
  { record, call }: SessionCommit,
  expectedGeneration: number,
  signal: CancelSignal,
): Promise<AppendOutcome> {
  const found = await store.load(record.key);
  const [problem] = found?.problems ?? [];
  if (problem) throw readOnlyError(problem);
  const isLate =
    (found?.generation ?? 0) !== expectedGeneration ||
    (call !== undefined && (await store.recordedCall(record.key, call.call_id)) !== undefined);
  if (signal.cancelled && !isLate) throw cancelledError();
  return { kind: 'conflict' };
}
