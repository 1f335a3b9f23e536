import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import type { Database } from '#db/connection.server.ts';

const MIGRATIONS = join(import.meta.dirname, '../../../db/migrations');

/** Brings a database to where it was before a migration. */
export function migrateUntil(db: Database, tag: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'migrations-'));
  try {
    cpSync(MIGRATIONS, folder, { recursive: true });
    const file = join(folder, 'meta', '_journal.json');
    const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { tag: string }[] };
    const place = journal.entries.findIndex((entry) => entry.tag === tag);
    if (place < 1) throw new Error(`There is no migration ${tag}.`);
    writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, place) }));
    migrate(db, { migrationsFolder: folder });
  } finally {
    rmSync(folder, { recursive: true });
  }
}
