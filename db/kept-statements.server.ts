import type SqliteDatabase from 'better-sqlite3';

/** A connection's everyday queries are some 80 texts; lists of ids make others, which come and go. */
const MOST_KEPT = 200;

/**
 * The same connection for the query builder, which compiles each query every time that it is asked: here a text that was
 * compiled lately is not compiled again. For the builder alone, since a statement that is kept has one use at a time: the builder
 * reads all rows at once, and says each time how it wants them.
 */
export function keepingStatements(sqlite: SqliteDatabase.Database): SqliteDatabase.Database {
  const kept = new Map<string, SqliteDatabase.Statement>();
  const prepare = (text: string): SqliteDatabase.Statement => {
    const known = kept.get(text);
    if (known) {
      kept.delete(text);
      // The one before may have asked for rows as lists.
      if (known.reader) known.raw(false);
    }
    const statement = known ?? sqlite.prepare(text);
    kept.set(text, statement);
    const [oldest] = kept.size > MOST_KEPT ? kept.keys() : [];
    if (oldest !== undefined) kept.delete(oldest);
    return statement;
  };
  return Object.assign(Object.create(sqlite) as SqliteDatabase.Database, { prepare });
}
