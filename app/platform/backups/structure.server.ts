import type SqliteDatabase from 'better-sqlite3';

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
