import { json } from '@remix-run/node';
import { formatCursor, parseCursor, type Cursor } from '../lib/cursor.ts';
import { ProductError } from '../lib/errors.ts';

/** How many rows one read from the database gives when the whole list is asked for. */
const CHUNK = 1_000;

/** The highest `limit` that is accepted. */
const MAX_LIMIT = 1_000;

/** A list that is paged by key (date and id), newest first. */
export type PagedList<Row> = {
  read: (page: { limit: number; older?: Cursor }) => { rows: Row[]; hasMore: boolean };
  cursorOf: (row: Row) => Cursor;
  /** A row as the API shows it. */
  toView: (row: Row) => unknown;
};

/**
 * Answers a GET for a list. With `limit` it gives one page, and the next page's address in the
 * `Link` header. Without `limit` it streams every row that matches, so that a million rows need
 * little memory. Throws 400 for a `limit` or a `cursor` that it cannot read.
 */
export function answerList<Row>(origin: string, url: URL, list: PagedList<Row>): Response {
  const limit = readLimit(url.searchParams.get('limit'));
  const older = readCursor(url.searchParams.get('cursor'));
  if (limit === null) return streamAll(list, older);
  const { rows, hasMore } = list.read({ limit, older });
  const last = rows.at(-1);
  if (!hasMore || last === undefined) return json(rows.map(list.toView));
  const next = new URL(url.pathname + url.search, origin);
  next.searchParams.set('cursor', formatCursor(list.cursorOf(last)));
  return json(rows.map(list.toView), { headers: { Link: `<${next.href}>; rel="next"` } });
}

function readLimit(text: string | null): number | null {
  if (text === null || text === '') return null;
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= MAX_LIMIT) return limit;
  const message = `This should be a whole number from 1 to ${MAX_LIMIT}.`;
  throw new ProductError(400, message, [{ path: 'limit', message }]);
}

function readCursor(text: string | null): Cursor | undefined {
  if (text === null || text === '') return undefined;
  const cursor = parseCursor(text);
  if (cursor) return cursor;
  const message = 'This should be the cursor of a Link header.';
  throw new ProductError(400, message, [{ path: 'cursor', message }]);
}

function streamAll<Row>(list: PagedList<Row>, from: Cursor | undefined): Response {
  const encoder = new TextEncoder();
  let older = from;
  let isFirst = true;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      const { rows, hasMore } = list.read({ limit: CHUNK, older });
      const text = rows.map((row) => JSON.stringify(list.toView(row))).join(',');
      const start = isFirst ? '[' : rows.length > 0 ? ',' : '';
      controller.enqueue(encoder.encode(`${start}${text}${hasMore ? '' : ']'}`));
      isFirst = false;
      const last = rows.at(-1);
      if (!hasMore || last === undefined) {
        controller.close();
        return;
      }
      older = list.cursorOf(last);
    },
  });
  return new Response(stream, { headers: { 'Content-Type': 'application/json; charset=utf-8' } });
}
