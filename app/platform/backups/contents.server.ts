import type SqliteDatabase from 'better-sqlite3';
import { formatCount } from '../../lib/count.ts';
import { openSync, closeSync, readSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import { z } from 'zod';
import { BACKUP_KINDS } from './backup-files.server.ts';

/** What a database holds, for comparing: of each table the rows, and the sums of its money. */
export type Contents = Record<string, TableContents>;
/** Sums are of each column of money, as text: they may be larger than a JavaScript number. */
type TableContents = { rows: number; pence: Record<string, string> };

/** The table that a backup has besides: when it was made, and of what. */
const MANIFEST_TABLE = 'backup_manifest';

type Connection = SqliteDatabase.Database;

/** Counts the rows and adds up the money of every table. */
export function readContents(sqlite: Connection): Contents {
  const tables = sqlite
    .prepare<[string], { name: string }>(
      `select name from pragma_table_list
       where schema = 'main' and type in ('table', 'virtual') and name not like 'sqlite\\_%' escape '\\'
         and name <> ? order by name`,
    )
    .all(MANIFEST_TABLE);
  return Object.fromEntries(tables.map(({ name }) => [name, readTable(sqlite, name)]));
}

function readTable(sqlite: Connection, table: string): TableContents {
  const columns = sqlite
    .prepare<[string], { name: string }>(
      `select name from pragma_table_info(?)
       where name like '%\\_pence' escape '\\' or name = 'unit_price_in_places'`,
    )
    .all(table)
    .map(({ name }) => name);
  const sums = columns.map((name) => `, cast(coalesce(sum(${quoted(name)}), 0) as text)`);
  const [rows, ...pence] = sqlite
    .prepare(`select count(*)${sums.join('')} from ${quoted(table)}`)
    .raw()
    .get() as [number, ...string[]];
  return {
    rows,
    pence: Object.fromEntries(columns.map((name, index) => [name, pence[index] ?? ''])),
  };
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** In which tables two databases differ. */
export function differingTables(one: Contents, other: Contents): string[] {
  const tables = new Set([...Object.keys(one), ...Object.keys(other)]);
  const sums = (contents: Contents, table: string) => {
    const { rows, pence } = contents[table] ?? { rows: -1, pence: {} };
    return JSON.stringify([rows, Object.entries(pence).sort()]);
  };
  return [...tables].filter((table) => sums(one, table) !== sums(other, table)).sort();
}

/** What a database holds, in words: `1,250 work logs, 12 clients and 3 invoices`. */
export function describeContents(contents: Contents): string {
  const count = (table: string, one: string, many: string) => {
    const rows = contents[table]?.rows ?? 0;
    return `${formatCount(rows)} ${rows === 1 ? one : many}`;
  };
  return `${count('work_logs', 'work log', 'work logs')}, ${count('clients', 'client', 'clients')} and ${count('invoices', 'invoice', 'invoices')}`;
}

/**
 * Has SQLite check every page and every foreign key; gives the first fault, or null. `quick_check`
 * leaves out only whether each index has every row, which takes five times as long as all the rest.
 */
export function findFault(
  sqlite: SqliteDatabase.Database,
  how: 'quick_check' | 'integrity_check',
): string | null {
  const found = String(sqlite.pragma(`${how}(1)`, { simple: true }));
  if (found !== 'ok') return found.replace('*** in database main ***', '').trim();
  const [orphan] = sqlite.pragma('foreign_key_check') as { table: string }[];
  return orphan ? `a row of ${orphan.table} refers to one that is not there` : null;
}

/**
 * Where SQLite keeps a number that is the application's own ("user version"). The checksum of a
 * backup stands there, so that the backup is one file and still a plain database.
 */
const PLACE = 60;
const CHUNK = 1 << 20;

/**
 * The checksum of a whole file except for its own place; never 0. Only for a file that no SQLite
 * connection of this process has open: closing it here would drop that connection's locks.
 */
function checksumOf(descriptor: number): number {
  const chunk = Buffer.alloc(CHUNK);
  let sum = 0;
  for (let position = 0; ;) {
    const length = readSync(descriptor, chunk, 0, CHUNK, position);
    if (length === 0) return sum === 0 ? 1 : sum;
    if (position === 0) chunk.writeUInt32BE(0, PLACE);
    sum = crc32(chunk.subarray(0, length), sum);
    position += length;
  }
}

/** Writes the checksum into a database file that nobody has open. */
export function writeChecksum(file: string): void {
  withFile(file, 'r+', (descriptor) => {
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(checksumOf(descriptor));
    writeSync(descriptor, sum, 0, 4, PLACE);
  });
}

/** Whether every byte of a file is as it was when its checksum was written. */
export function hasItsChecksum(file: string): boolean {
  return withFile(file, 'r', (descriptor) => {
    const written = Buffer.alloc(4);
    readSync(descriptor, written, 0, 4, PLACE);
    return written.readUInt32BE() === checksumOf(descriptor);
  });
}

function withFile<Result>(
  file: string,
  flags: 'r' | 'r+',
  use: (descriptor: number) => Result,
): Result {
  const descriptor = openSync(file, flags);
  try {
    return use(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

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
