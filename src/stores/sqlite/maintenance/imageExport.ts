import type { SqlConnection } from '../sqlConnection';
import { CONNECTION_PRAGMAS } from '../sqliteSchema';
import type { SqlDatabase, SqlJs } from '../sqlJs';
import { WatchedFile } from '../watchedFile';

/** Throws, with nothing left open, when SQLite cannot make sense of the image. */
export function openDatabase(sqlJs: SqlJs, image: Uint8Array): SqlDatabase {
  const database = new sqlJs.Database(image);
  try {
    database.exec(CONNECTION_PRAGMAS);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Images of a database that is written again and again. */
export class ImageExport {
  readonly #sqlJs: SqlJs;
  readonly #sql: SqlConnection;
  #file: WatchedFile['kept'];
  #watch: 'later' | 'now' | 'never' = 'later';
  #last: Uint8Array | undefined;
  #bytes: number;

  /** `bytes`: of the image that the database was opened with, and then of the latest one. */
  constructor(sqlJs: SqlJs, sql: SqlConnection, bytes: number) {
    this.#bytes = bytes;
    this.#sqlJs = sqlJs;
    this.#sql = sql;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Of what the database holds now; it is there until the next change. */
  next(): Uint8Array {
    const image = this.#file?.image() ?? this.#exported();
    this.#bytes = image.length;
    return image;
  }

  /**
   * Nobody needs the image any more. Left to itself the engine keeps exported ones of dozens of sessions, which
   * took 15 MB; older engines have no such call.
   */
  written(): void {
    const buffer: (ArrayBufferLike & { transfer?: (length: number) => unknown }) | undefined =
      this.#last?.buffer;
    this.#last = undefined;
    buffer?.transfer?.(0);
  }

  /** To watch the file costs a little more than an export, and many databases are written only once. */
  #exported(): Uint8Array {
    const image = (this.#last = this.#sql.export());
    if (this.#watch === 'later') this.#watch = 'now';
    else if (this.#watch === 'now') {
      const file = new WatchedFile(image);
      this.#sql.replace(openDatabase(this.#sqlJs, file));
      this.#file = file.kept;
      if (!file.kept) this.#watch = 'never';
    }
    return image;
  }
}
