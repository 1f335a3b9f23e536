import type SqliteDatabase from 'better-sqlite3';
import { MANIFEST_TABLE } from './contents.server.ts';
import type { Manifest } from './read-manifest.server.ts';

/** Writes into a copy of the database what it is. */
export function writeManifest(sqlite: SqliteDatabase.Database, manifest: Manifest): void {
  dropManifest(sqlite);
  sqlite.exec(`create table ${MANIFEST_TABLE} (manifest text not null) strict`);
  sqlite.prepare(`insert into ${MANIFEST_TABLE} values (?)`).run(JSON.stringify(manifest));
}

/** Makes a backup an ordinary database again. */
export function dropManifest(sqlite: SqliteDatabase.Database): void {
  sqlite.exec(`drop table if exists ${MANIFEST_TABLE}`);
}
