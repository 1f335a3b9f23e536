import { sql, type SQL } from 'drizzle-orm';
import { integer, type AnySQLiteColumn } from 'drizzle-orm/sqlite-core';

/**
 * Money is integer pence, durations are integer minutes, instants are integer
 * milliseconds since 1970 in UTC. The id of a deleted row is never used again (AUTOINCREMENT).
 */
export const id = () => integer('id').primaryKey({ autoIncrement: true });
export const instant = (name: string) => integer(name, { mode: 'timestamp_ms' });
export const flag = (name: string) => integer(name, { mode: 'boolean' });
/** Raised by triggers with every change of the row; for a work log, also of its hardware items. */
export const version = () => integer('version').notNull().default(1);
/** A check: the column holds one of these words. */
export const isOneOf = (column: AnySQLiteColumn, words: readonly string[]): SQL =>
  sql`${column} in (${sql.raw(words.map((word) => `'${word}'`).join(', '))})`;
/** A check for emails: they are compared letter by letter, so all are stored in lower case. */
export const isLowerCase = (column: AnySQLiteColumn): SQL => sql`${column} = lower(${column})`;
/** Patterns for a day (`yyyy-MM-dd`) and a month (`yyyy-MM`). */
const DIGITS = '[0-9][0-9]';
export const DAY = `${DIGITS}${DIGITS}-${DIGITS}-${DIGITS}`;
export const MONTH = `${DIGITS}${DIGITS}-${DIGITS}`;
export const looksLike = (column: AnySQLiteColumn, pattern: string): SQL =>
  sql`${column} glob ${sql.raw(`'${pattern}'`)}`;
export const timestamps = () => ({
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});
