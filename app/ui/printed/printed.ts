/** A list as it is printed: all text, made by the server. */
export type Printed = {
  /** Such as `Work Logs`. */
  title: string;
  /** What the list is about, a line each: the client, the period, the other filters. */
  about: string[];
  /** When it was made, in words. */
  madeAt: string;
  columns: PrintedColumn[];
  /** The sums, which stand above the rows and again below them. */
  sums: { label: string; value: string }[];
  /** Why there are not all rows that match; null when there are. */
  stopped: string | null;
  /** The screen with the same filters. */
  back: { to: string; label: string };
};

/** A column: of numbers, at the right; of free texts, which may break within a word; of others. */
export type PrintedColumn = { label: string; holds?: 'numbers' | 'texts' | 'dates' };

/** How a column's cells look. */
export const PRINTED_CLASS: Record<NonNullable<PrintedColumn['holds']>, string> = {
  numbers: 'numeric',
  texts: 'wrap-anywhere',
  dates: 'whitespace-nowrap',
};

/** Rows under a heading of their own, such as a day of a week, with what they come to. */
export type PrintedGroup = { title: string | null; rows: PrintedRow[]; sum: string | null };

/** A row: a text for each column, and below it a note over the whole width. */
export type PrintedRow = { key: string | number; cells: string[]; note?: string | null };

/** The name under which a page's groups are in its HTML alone (`usePageOnly`). */
export const PRINTED_GROUPS = 'printed';
