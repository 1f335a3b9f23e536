import { json } from '@remix-run/node';
import { formatCursor, parseCursor, type Cursor } from '../lib/cursor.ts';
import type { RequestContext } from './request-context.server.ts';
import { lastOf } from '../lib/filter-search.ts';
import { ProductError } from '../lib/errors.ts';
import { streamParts } from './stream-parts.server.ts';
import type { TakeTurn } from './server/in-turn.ts';

/**
 * How many rows one read from the database gives when the whole list is asked for: what others wait
 * for, at most (docs/performance.md).
 */
export const ROWS_A_TURN = 200;

const MAX_LIMIT = 1_000;

type Rows<Row> = { rows: Row[]; hasMore: boolean };

/** A list that is given whole. */
export type WholeList<Row> = {
  /** Some of the rows that follow a row, or the first ones. */
  readAfter: (row: Row | undefined) => Rows<Row>;
  /** A row as the API shows it. */
  toView: (row: Row) => unknown;
};

/** A list that is paged by key (date and id), newest first. */
export type PagedList<Row> = {
  read: (page: { limit: number; older?: Cursor }) => Rows<Row>;
  cursorOf: (row: Row) => Cursor;
  /** A row as the API shows it. */
  toView: (row: Row) => unknown;
};

/** What a list needs of its request. */
export type ListContext = Pick<RequestContext, 'config' | 'takeTurn'>;

/**
 * Answers a GET for a list. With `limit` it gives one page, and the next page's address in the
 * `Link` header. Without `limit` it streams every row that matches, as {@link streamList} does. Throws 400 for a `limit` or a `cursor` that it cannot read.
 */
export function answerList<Row>(context: ListContext, url: URL, list: PagedList<Row>): Response {
  const limit = readLimit(lastOf(url.searchParams, 'limit'));
  const older = readCursor(lastOf(url.searchParams, 'cursor'));
  if (limit === null) {
    return streamList(context.takeTurn, {
      readAfter: (row) =>
        list.read({ limit: ROWS_A_TURN, older: row === undefined ? older : list.cursorOf(row) }),
      toView: list.toView,
    });
  }
  const { rows, hasMore } = list.read({ limit, older });
  const last = rows.at(-1);
  if (!hasMore || last === undefined) return json(rows.map(list.toView));
  const next = new URL(url.pathname + url.search, context.config.origin);
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

/**
 * Answers with all rows as one JSON array, page by page, as {@link streamParts} does. Every page is
 * what stands at that moment: no read of the database is held open meanwhile
 * (docs/decisions/0019-long-lists.md). Throws what the first read throws.
 */
export function streamList<Row>(takeTurn: TakeTurn, list: WholeList<Row>): Response {
  return streamParts(takeTurn, jsonParts(list), {
    'Content-Type': 'application/json; charset=utf-8',
  });
}

function* jsonParts<Row>({ readAfter, toView }: WholeList<Row>): Generator<string, void> {
  let isFirst = true;
  for (const rows of pagesOf(readAfter)) {
    const text = rows.map((row) => JSON.stringify(toView(row))).join(',');
    yield `${isFirst ? '[' : text && ','}${text}`;
    isFirst = false;
  }
  yield ']';
}

/** All rows of a list, page by page; each page is read when it is asked for. Always gives one. */
export function* pagesOf<Row>(readAfter: WholeList<Row>['readAfter']): Generator<Row[], void> {
  let last: Row | undefined;
  for (;;) {
    const { rows, hasMore } = readAfter(last);
    yield rows;
    last = rows.at(-1);
    if (!hasMore || last === undefined) return;
  }
}
