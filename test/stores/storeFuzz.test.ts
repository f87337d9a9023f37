import { SqliteFolder } from '../support/sqliteFolder';
import { describeFuzz } from './fuzzBesideMemory';

describe('SQLite', () => {
  describeFuzz('one file for each session', 30, () => new SqliteFolder());
});
