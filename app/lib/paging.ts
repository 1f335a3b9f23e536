import { endOfBusinessDay, startOfBusinessDay } from './calendar.ts';
import { parseCursor, type Cursor } from './cursor.ts';
import { lastOf } from './filter-search.ts';

/** How many rows a page of a list has. */
export const PAGE_SIZE = 50;

/** Which rows a page has: those older than a row, those newer than a row, or the newest ones. */
export type Page<Place = Cursor> = { limit: number; older?: Place; newer?: Place };

/** The page that an address asks for. */
export function readPage(search: URLSearchParams): Page {
  const older = parseCursor(lastOf(search, 'older') ?? '') ?? undefined;
  const newer = parseCursor(lastOf(search, 'newer') ?? '') ?? undefined;
  return { limit: PAGE_SIZE, older, newer: older ? undefined : newer };
}

/** What a page has, and which page it is: the newest, where all rows of the one asked for have gone since. */
export function readOrNewest<Place, Found>(
  asked: Page<Place>,
  read: (page: Page<Place>) => Found,
  isEmpty: (found: Found) => boolean,
): { page: Page<Place>; found: Found } {
  const found = read(asked);
  const isNewest = asked.older === undefined && asked.newer === undefined;
  if (isNewest || !isEmpty(found)) return { page: asked, found };
  const newest = { limit: asked.limit };
  return { page: newest, found: read(newest) };
}

/** A condition of an SQL `where`, and the values for its placeholders. */
export type Condition<Value = number> = [text: string, values: Value[]];

type Days = { startDate: string | null; endDate: string | null };
/** The business time zone, and the SQL names of the columns that the list is sorted by. */
type Columns = { timeZone: string; date: string; id: string };

/**
 * The conditions for a range of days and a cursor: at most one bound above and one below. Where a
 * day and a cursor both give a bound, only the narrower is used: with both, SQLite would scan from
 * the day, which is slow far down a long list.
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
