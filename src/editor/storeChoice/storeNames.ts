import type { StoreKind } from '../settings/settings';

/** As their makers write them, in every language. */
export const STORE_NAMES: Readonly<Record<StoreKind, string>> = {
  sqlite: 'SQLite',
  postgres: 'PostgreSQL',
  redis: 'Redis',
};
