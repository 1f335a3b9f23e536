import { unreadable } from './faults.server.ts';

/** Rows that are asked for at once. */
export const XERO_PAGE_SIZE = 100;

/** More pages than this are a fault, of ours or of the other side. */
const MOST_PAGES = 50;

type Page<Row> = { rows: Row[] | undefined; pageCount: number | undefined };

/**
 * All rows of a list, page after page. Ends when Xero says so, when a page is not full, or
 * when it brings nothing new. Throws LedgerError when there is no end to it, or a row has no key:
 * a row that is passed over could be the one that was looked for.
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
    const isLast = pageCount === undefined ? rows.length < XERO_PAGE_SIZE : page >= pageCount;
    if (isLast || found.size === before) return [...found.values()];
  }
  throw unreadable(false);
}
