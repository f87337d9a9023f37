import { PlanError } from '../../domain/planError';
import { type Sentence, sentence, verbatim } from '../../domain/sentence';
import { codeOf } from '../../service/platformError';

/** What a person can do about it is in the reason itself; none of them names a destructive step (FC.9). */
const REASONS: Readonly<Record<string, Sentence>> = {
  ENOSPC: sentence`the disk is full, or can hold no more files; plans can be saved again once it has room`,
  EDQUOT: sentence`the disk quota is used up; plans can be saved again once there is room in it`,
  EROFS: sentence`the disk is read-only`,
  EACCES: sentence`access to the folder or file was denied`,
  EPERM: sentence`access to the folder or file was denied`,
  EBUSY: sentence`another program holds the file`,
  EMFILE: sentence`too many files are open`,
  ENOTDIR: sentence`the folder of the store is not a folder`,
  EISDIR: sentence`a folder is in the place of a file`,
  EFTYPE: sentence`something else is in the place of a file`,
  ELOOP: sentence`a link is in the place of a file and leads nowhere`,
  ENAMETOOLONG: sentence`the path is too long for this disk`,
  EIO: sentence`the disk reported an error`,
};

/**
 * A platform failure as an outcome somebody can act on, with its code as `details.reason`; anything else is
 * a bug and passes unchanged.
 */
export function toStoreError(error: unknown, doing: Sentence, location: string): unknown {
  if (PlanError.is(error)) return error;
  const code = codeOf(error);
  if (code === undefined) return error;
  return new PlanError('store_unavailable', sentence`${doing}: ${reasonOf(code)}.`, {
    details: { retry: true, location, reason: code },
    cause: error,
  });
}

export function reasonOf(code: string): Sentence {
  return REASONS[code] ?? sentence`the file system answered ${code}`;
}

/**
 * Whether the platform has a file and does not give what is in it, as a failing disk does. Not where access
 * is denied, something else is in the place of the file, or it is a matter of the moment.
 */
export function isUnread(error: unknown): error is Error {
  const code = PlanError.is(error) ? undefined : codeOf(error);
  return code !== undefined && !NOT_OF_THE_DISK.includes(code);
}

const NOT_OF_THE_DISK = [
  ...['ENOENT', 'EACCES', 'EPERM'],
  ...['EISDIR', 'EFTYPE', 'ELOOP', 'ENOTDIR', 'ENAMETOOLONG'],
  ...['EBUSY', 'EAGAIN', 'EINTR', 'EMFILE', 'ENFILE', 'ENOMEM'],
];

/** The data is there but makes no sense: trying again cannot help, and it stays as it is. */
export function unreadableError(reason: Sentence, location: string, cause?: unknown): PlanError {
  return new PlanError(
    'store_unavailable',
    sentence`The stored session cannot be read: ${reason}. What is stored was left as it is; other sessions are not affected.`,
    { details: { retry: false, location }, cause },
  );
}

/** For a list that goes on without it. */
export function whyUnreadable(error: unknown): Sentence {
  return PlanError.is(error) ? error.sentence : verbatim(String(error));
}
