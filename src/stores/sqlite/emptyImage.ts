import type { SqlJs } from './sqlJs';
import { CREATE_TABLES } from './sqliteSchema';

const images = new WeakMap<SqlJs, Uint8Array>();

/** A session without anything. To make its tables takes longer than the rest of a first commit, so it is done once. */
export function emptyImage(sqlJs: SqlJs): Uint8Array {
  const known = images.get(sqlJs);
  if (known) return known;
  const database = new sqlJs.Database();
  try {
    database.exec(CREATE_TABLES);
    const image = database.export();
    images.set(sqlJs, image);
    return image;
  } finally {
    database.close();
  }
}
