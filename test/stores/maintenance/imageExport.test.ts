import assert from 'node:assert/strict';
import { join } from 'node:path';
import fc from 'fast-check';
import { ImageExport, openDatabase } from '../../../src/stores/sqlite/maintenance/imageExport';
import { loadSqlJs } from '../../../src/stores/sqlite/nodeSqlJs';
import { SqlConnection } from '../../../src/stores/sqlite/sqlConnection';
import type { SqlDatabase, SqlJs } from '../../../src/stores/sqlite/sqlJs';

const TABLES = `PRAGMA page_size = 2048; ${'abcdefg'
  .split('')
  .map((name) => `CREATE TABLE ${name} (id INTEGER PRIMARY KEY, text TEXT);`)
  .join(' ')}`;

type Change = readonly ['insert' | 'update' | 'delete' | 'rollback' | 'vacuum', number];

describe('Images of a database that is written again and again', () => {
  let engine: SqlJs;
  before(async () => {
    engine = await loadSqlJs(join(require.resolve('sql.js'), '..', 'sql-wasm.wasm'));
  });

  /** A database, its images, and how often the engine itself had to make one. */
  function begin(sqlJs: SqlJs = engine) {
    const counts = { exports: 0 };
    class Counted extends sqlJs.Database {
      override export(): Uint8Array {
        counts.exports++;
        return super.export();
      }
    }
    const made = new sqlJs.Database();
    made.exec(TABLES);
    const image = made.export();
    made.close();
    const counted: SqlJs = { Database: Counted };
    const sql = new SqlConnection(openDatabase(counted, image));
    return { sql, images: new ImageExport(counted, sql, image.length), counts };
  }

  function contentOf(database: Pick<SqlDatabase, 'exec'>): unknown {
    return [
      database.exec('PRAGMA integrity_check'),
      ...'abcdefg'.split('').map((name) => database.exec(`SELECT * FROM ${name} ORDER BY id`)),
    ];
  }

  function assertHolds(image: Uint8Array, sql: SqlConnection): void {
    const view = new DataView(image.buffer, image.byteOffset, image.byteLength);
    assert.equal(view.getUint16(16) * view.getUint32(28), image.length);
    const [read, truth] = [image, sql.export()].map((bytes) => new engine.Database(bytes));
    assert.ok(read && truth);
    assert.deepEqual(contentOf(read), contentOf(truth));
    read.close();
    truth.close();
  }

  function make(sql: SqlConnection, [kind, size]: Change): void {
    const table = 'abcdefg'[size % 7] ?? 'a';
    const text = 'x'.repeat(size);
    switch (kind) {
      case 'insert':
      case 'rollback':
        sql.exec('BEGIN');
        sql.run(`INSERT INTO ${table} (text) VALUES (?)`, [text]);
        sql.exec(kind === 'insert' ? 'COMMIT' : 'ROLLBACK');
        return;
      case 'update':
        sql.run(`UPDATE ${table} SET text = ?`, [text]);
        return;
      case 'delete':
        sql.run(`DELETE FROM ${table} WHERE id % 2 = ?`, [size % 2]);
        return;
      case 'vacuum':
        sql.exec('VACUUM');
    }
  }

  it('hold what the database holds, however it was changed', () => {
    const change = fc.tuple(
      fc.constantFrom<Change[0]>('insert', 'insert', 'update', 'delete', 'rollback', 'vacuum'),
      fc.oneof(
        { weight: 20, arbitrary: fc.integer({ min: 0, max: 5_000 }) },
        // More than there is room for.
        { weight: 1, arbitrary: fc.constant(150_000) },
      ),
    );
    fc.assert(
      fc.property(fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 12 }), (commits) => {
        const { sql, images } = begin();
        for (const changes of commits) {
          for (const one of changes) make(sql, one);
          assertHolds(images.next(), sql);
        }
        sql.close();
      }),
      { numRuns: 20 },
    );
  });

  it('come from the watched file from the third one on, and again after what moved it', () => {
    const { sql, images, counts } = begin();
    const commits = (count: number) => {
      counts.exports = 0;
      for (let left = count; left > 0; left--) {
        make(sql, ['insert', 2_000]);
        assert.ok(images.next().length > 0);
      }
      return counts.exports;
    };
    assert.equal(commits(2), 2);
    assert.equal(commits(20), 0);
    make(sql, ['delete', 5]);
    sql.exec('VACUUM');
    assert.equal(commits(20), 1);
    assertHolds((make(sql, ['update', 3]), images.next()), sql);
    sql.close();
  });

  it('hold a change that is larger than what SQLite keeps in memory before it is committed', () => {
    const { sql, images } = begin();
    for (const size of [10, 20, 30, 3_000_000, 40, 50]) {
      make(sql, ['insert', size]);
      assertHolds(images.next(), sql);
    }
    sql.close();
  });

  it('stay as they are when the database is closed', () => {
    const { sql, images } = begin();
    for (let commit = 0; commit < 4; commit++) make(sql, ['insert', 1_000]);
    const image = images.next();
    const before = image.slice();
    sql.close();
    assert.deepEqual(image, before);
  });

  it('come from an engine that keeps its files otherwise, which is not tried again', () => {
    let opened = 0;
    class Unseen extends engine.Database {
      constructor(image?: Uint8Array) {
        super(image && Uint8Array.from(image));
        opened++;
      }
    }
    const { sql, images } = begin({ Database: Unseen });
    opened = 0;
    for (let commit = 0; commit < 6; commit++) {
      make(sql, ['insert', 1_000]);
      assertHolds(images.next(), sql);
    }
    assert.equal(opened, 1);
    sql.close();
  });
});
