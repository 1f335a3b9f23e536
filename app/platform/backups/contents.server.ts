import type SqliteDatabase from 'better-sqlite3';
import { formatCount } from '../../lib/count.ts';

/** What a database holds, for comparing: of each table the rows, and the sums of its money. */
export type Contents = Record<string, TableContents>;
/** Sums are of each column of pence, as text: they may be larger than a JavaScript number. */
export type TableContents = { rows: number; pence: Record<string, string> };

/** The table that a backup has besides: when it was made, and of what. */
export const MANIFEST_TABLE = 'backup_manifest';

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
      `select name from pragma_table_info(?) where name like '%\\_pence' escape '\\'`,
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
