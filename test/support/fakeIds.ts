import type { IdMaker } from '../../src/service/ports';

/** UUIDs in a row: their first eight digits count up. */
export function fakeIds(first = 1): IdMaker {
  let next = first;
  return {
    uuid: () => `${(next++).toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`,
  };
}
