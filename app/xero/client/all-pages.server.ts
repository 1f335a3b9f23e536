import { unreadable } from './faults.server.ts';

/** Rows of one page. */
export const XERO_PAGE_SIZE = 100;

/** A list with more pages than this is treated as a fault, ours or Xero's. */
const MOST_PAGES = 50;

type Page<Row> = { rows: Row[] | undefined; pageCount: number | undefined };

/**
 * Whether this is the last page: by Xero's count of pages or, where Xero names none (or null), because the
 * page is not full.
 */
export function isLastPage(
  page: number,
  { rows, pageCount }: { rows: readonly unknown[]; pageCount: number | undefined },
): boolean {
  return typeof pageCount === 'number' ? page >= pageCount : rows.length < XERO_PAGE_SIZE;
}

/**
 * All rows of a list, page after page. Ends when Xero says so, when a page is not full, or when a
 * page brings nothing new. Throws LedgerError when the list does not end, or when a row has no key:
 * the row that is looked for must not be passed over.
 */
export async function readAllPages<Row>(
  keyOf: (row: Row) => string | undefined,
  readPage: (page: number) => Promise<Page<Row>>,
): Promise<Row[]> {
  const found = new Map<string, Row>();
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const { rows, pageCount } = await readPage(page);
    if (!rows) throw unreadable(false);
    const before = found.size;
    for (const row of rows) {
      const key = keyOf(row);
      if (key === undefined) throw unreadable(false);
      found.set(key, row);
    }
    if (isLastPage(page, { rows, pageCount }) || found.size === before) return [...found.values()];
  }
  throw unreadable(false);
}
