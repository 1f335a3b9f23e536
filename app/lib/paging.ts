import { endOfBusinessDay, startOfBusinessDay } from './calendar.ts';
import type { Cursor } from './cursor.ts';

/** How many rows a page of a list has. */
export const PAGE_SIZE = 50;

/** Where a page begins: after a row (older rows), before one (newer rows), or at the newest. */
export type Page = { limit: number; older?: Cursor; newer?: Cursor };

/** A part of a `where`, and its values. */
export type Condition<Value = number> = [text: string, values: Value[]];

type Days = { startDate: string | null; endDate: string | null };
type Columns = { timeZone: string; date: string; id: string };

/**
 * One bound above and one below: of a day and a cursor, only the narrower is asked for. Given
 * both, SQLite would walk from the day, and far down a list that is a long way.
 */
export function dateBounds(days: Days, page: Page, columns: Columns): Condition[] {
  const { startDate, endDate } = days;
  const { older, newer } = page;
  const { timeZone, date, id } = columns;
  const start = startDate === null ? -Infinity : startOfBusinessDay(startDate, timeZone).getTime();
  const end = endDate === null ? Infinity : endOfBusinessDay(endDate, timeZone).getTime();
  const bounds: Condition[] = [];
  if (newer && newer.date >= start) {
    bounds.push([`(${date}, ${id}) > (?, ?)`, [newer.date, newer.id]]);
  } else if (startDate !== null) bounds.push([`${date} >= ?`, [start]]);
  if (older && older.date < end) {
    bounds.push([`(${date}, ${id}) < (?, ?)`, [older.date, older.id]]);
  } else if (endDate !== null) bounds.push([`${date} < ?`, [end]]);
  return bounds;
}
