import type SqliteDatabase from 'better-sqlite3';
import { z } from 'zod';
import { BACKUP_KINDS } from './backup-files.server.ts';
import { MANIFEST_TABLE } from './contents.server.ts';

const Manifest = z.object({
  madeAt: z.iso.datetime(),
  kind: z.enum(BACKUP_KINDS),
  schema: z.int(),
  contents: z.record(
    z.string(),
    z.object({ rows: z.int(), pence: z.record(z.string(), z.string()) }),
  ),
});

/** What a backup says about itself: when it was made, why, of which schema, and what it held. */
export type Manifest = z.infer<typeof Manifest>;

/** What a file says about itself; null when it says nothing that can be read. */
export function readManifest(sqlite: SqliteDatabase.Database): Manifest | null {
  const table = sqlite.prepare('select count(*) from sqlite_master where name = ?').pluck();
  if (table.get(MANIFEST_TABLE) === 0) return null;
  const text = sqlite.prepare(`select manifest from ${MANIFEST_TABLE}`).pluck().get();
  try {
    return Manifest.safeParse(JSON.parse(String(text))).data ?? null;
  } catch {
    return null;
  }
}
