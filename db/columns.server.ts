import { getTableColumns } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';

type StoredValue<Value> = Value extends Date | boolean ? number : Value;

/** A row as SQLite itself gives it: an instant in milliseconds, a flag as 0 or 1. */
export type Stored<Row> = { [Name in keyof Row]: StoredValue<Row[Name]> };

/** Columns of a table, for a query that is written out. */
export type Columns<Row> = {
  /** `w.id as id, w.client_id as clientId, …`: what stands after `select`. */
  text: string;
  /** The row with its instants and flags as the schema has them. Other columns stay as they are. */
  read: <More>(row: Stored<Row> & More) => Row & Omit<More, keyof Row>;
};

type Column = { name: string; dataType: string };

const DECODERS: Record<string, (value: unknown) => unknown> = {
  date: (value) => (value === null ? null : new Date(Number(value))),
  boolean: (value) => (value === null ? null : value === 1),
};

/**
 * The columns of a table, all but those left out, under the names that the schema gives them. A
 * query that is written out says with it what it reads, so that a new column is written in
 * the schema alone.
 */
export function columnsOf<
  Table extends SQLiteTable,
  Left extends keyof Table['$inferSelect'] = never,
>(
  table: Table,
  alias: string,
  leftOut: readonly Left[] = [],
): Columns<Omit<Table['$inferSelect'], Left>> {
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
      // Which names there are, and of which kind, the schema says of both.
      return read as never;
    },
  };
}
