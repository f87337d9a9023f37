import { PlanError } from '../../domain/planError';
import type { SqlJs } from './sqlJs';

/** Loads SQLite at the first call and only once; a failure is not remembered. */
export function sqlEngine(load: () => Promise<SqlJs>): () => Promise<SqlJs> {
  let loaded: Promise<SqlJs> | undefined;
  return () => {
    loaded ??= load().catch((cause: unknown) => {
      // The next call may find what this one missed.
      loaded = undefined;
      throw new PlanError(
        'store_unavailable',
        'SQLite could not be loaded; plans can be neither read nor saved.',
        { details: { retry: true }, cause },
      );
    });
    return loaded;
  };
}
