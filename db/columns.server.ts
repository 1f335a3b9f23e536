import { getTableColumns } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';

type StoredValue<Value> = Value extends Date | boolean ? number : Value;

/** A row as SQLite returns it: instants in milliseconds, flags as 0 or 1. */
export type Stored<Row> = { [Name in keyof Row]: StoredValue<Row[Name]> };

/** Columns of a table, for a query written in SQL. */
export type Columns<Row> = {
  /** The text after `select`: `w.id as id, w.client_id as clientId, …`. */
  text: string;
  /**
   * Turns a row's instants into Dates and its flags into booleans. Other columns stay as they are.
   */
  read: <More>(row: Stored<Row> & More) => Row & Omit<More, keyof Row>;
};

type Column = { name: string; dataType: string };

const DECODERS: Record<string, (value: unknown) => unknown> = {
  date: (value) => (value === null ? null : new Date(Number(value))),
  boolean: (value) => (value === null ? null : value === 1),
};

/**
 * All columns of a table except those in `leftOut`, under the schema's names. A query written in SQL
 * takes its column list from here, so that a new column needs a change in the schema only.
 */
export function columnsOf<
  Table extends SQLiteTable,
  LeftOut extends keyof Table['$inferSelect'] = never,
>(
  table: Table,
  alias: string,
  leftOut: readonly LeftOut[] = [],
): Columns<Omit<Table['$inferSelect'], LeftOut>> {
  const without = new Set<unknown>(leftOut);
  const all = Object.entries<Column>(getTableColumns(table));
  const columns = all.filter(([name]) => !without.has(name));
  const decoded = columns.flatMap(([name, { dataType }]) => {
    const decode = DECODERS[dataType];
    return decode ? [{ name, decode }] : [];
  });
  return {
    text: columns.map(([name, column]) => `${alias}.${column.name} as ${name}`).join(', '),
    read: (row) => {
      const read: Record<string, unknown> = { ...row };
      for (const { name, decode } of decoded) read[name] = decode(read[name]);
      // Both the names and the types come from the schema, which the compiler cannot see here.
      return read as never;
    },
  };
}
