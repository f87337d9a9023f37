import { PlanError } from '../domain/planError';

/** The same error with the name of the file in which it was found, where it is about what that says. */
export function inFile(
  error: unknown,
  file: string,
  NotReadable: new (...args: never[]) => Error,
): unknown {
  const isForm = error instanceof NotReadable;
  if (!isForm && !PlanError.is(error, 'invalid_configuration')) return error;
  const details = { ...(PlanError.is(error) ? error.details : {}), file };
  return new PlanError('invalid_configuration', `${file}: ${error.message}`, {
    details,
    cause: error,
  });
}
