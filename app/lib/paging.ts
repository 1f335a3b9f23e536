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

/** The rows of a page, in the order of the list, and whether there are more in its direction. */
export type Rows<Row> = { rows: Row[]; hasMore: boolean };

/** The rows of a page, of which one more was read, in the order of its direction, to tell whether there are more. */
export function rowsOf<Row>(found: Row[], { limit, newer }: Page<unknown>): Rows<Row> {
  const rows = found.slice(0, limit);
  return { rows: newer === undefined ? rows : rows.reverse(), hasMore: found.length > limit };
}

/**
 * What a page has, and which page it is: the newest, where all rows of the one asked for have gone since. For filters
 * that cannot be read there are none.
 */
export function readOrNewest<Filters, Row, Place>(
  asked: Page<Place>,
  filters: Filters | null,
  list: (filters: Filters, page: Page<Place>) => Rows<Row>,
): Rows<Row> & { page: Page<Place> } {
  if (filters === null) return { page: asked, rows: [], hasMore: false };
  const found = list(filters, asked);
  const isNewest = asked.older === undefined && asked.newer === undefined;
  if (isNewest || found.rows.length > 0) return { page: asked, ...found };
  const newest = { limit: asked.limit };
  return { page: newest, ...list(filters, newest) };
}

/** The queries of the pages before and after one; null where there is none. `place` says where a row stands. */
export function pageLinks<Row>(
  search: URLSearchParams,
  { page, rows, hasMore }: Rows<Row> & { page: Page<unknown> },
  place: (row: Row) => string,
) {
  const link = (name: 'older' | 'newer', row: Row | undefined) => {
    if (row === undefined) return null;
    const kept = new URLSearchParams(search);
    for (const other of ['older', 'newer']) kept.delete(other);
    kept.set(name, place(row));
    return `?${kept.toString()}`;
  };
  const isBack = page.newer !== undefined;
  return {
    older: isBack || hasMore ? link('older', rows.at(-1)) : null,
    newer: (isBack ? hasMore : page.older !== undefined) ? link('newer', rows[0]) : null,
  };
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
