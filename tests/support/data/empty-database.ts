import { copyFileSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase, type Database } from '#db/connection.server.ts';
import { testRoot } from '../server/test-root.ts';

/** A database with all tables and no rows: to copy one is far less work than to make the tables. It ends with the tests. */
export function emptyDatabase(): Database {
  const file = join(mkdtempSync(join(testRoot(), 'tallyhour-empty-')), 'database.sqlite');
  copyFileSync(process.env.EMPTY_DATABASE ?? '', file);
  return openDatabase(file);
}
