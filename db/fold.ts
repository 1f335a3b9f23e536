import type SqliteDatabase from 'better-sqlite3';

/**
 * A text without case, accents and signs that are not shown, as a search compares it: `École` is found by `ECOLE` and
 * `Straße` by `strasse`, as words of descriptions are. SQLite's own `lower` knows A to Z alone.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss');
}

/** Makes the SQL function `fold_text(…)` known to a connection; `fold_text(null)` is null. */
export function knowFoldText(sqlite: SqliteDatabase.Database): void {
  sqlite.function('fold_text', { deterministic: true }, (text: unknown) =>
    typeof text === 'string' ? foldText(text) : null,
  );
}
