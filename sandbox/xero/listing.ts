import { apiError, type Reply, type Request } from './http.ts';
import { parseWhere, QueryError } from './where.ts';

const PAGE_SIZE = 100;
const LARGEST_PAGE = 1_000;

type Listing<Row> = {
  rows: Row[];
  /** The values that `where` can compare, by field. */
  fieldsOf: (row: Row) => Record<string, string | undefined>;
  idOf: (row: Row) => string;
  updatedAtOf: (row: Row) => Date;
  /** The texts that `searchTerm` looks through. */
  searchable: (row: Row) => string[];
};

export type Page<Row> = { rows: Row[]; isPaged: boolean; pagination: object | undefined };

/** The page that a query asks for of the rows that match it; a Reply when the query is wrong. */
export function list<Row>({ query, headers }: Request, listing: Listing<Row>): Page<Row> | Reply {
  let { rows } = listing;
  const ids = query.get('IDs')?.split(',').map(unquote);
  if (ids) rows = rows.filter((row) => ids.includes(listing.idOf(row)));
  const term = query.get('searchTerm')?.toLowerCase() ?? query.get('SearchTerm')?.toLowerCase();
  if (term) {
    rows = rows.filter((row) =>
      listing.searchable(row).some((text) => text.toLowerCase().includes(term)),
    );
  }
  const since = readSince(headers['if-modified-since'] ?? '');
  if (!Number.isNaN(since)) {
    rows = rows.filter((row) => listing.updatedAtOf(row).getTime() >= since);
  }
  const where = query.get('where');
  if (where) {
    try {
      const condition = parseWhere(where);
      rows = rows.filter((row) => {
        const fields = listing.fieldsOf(row);
        return condition((name) => (Object.hasOwn(fields, name) ? fields[name] : undefined));
      });
    } catch (error) {
      if (!(error instanceof QueryError)) throw error;
      return apiError('QueryParseException', 16, error.message);
    }
  }
  const order = query.get('order');
  if (order) {
    const sorted = inOrder(rows, order, listing);
    if (!sorted) return apiError('QueryParseException', 16, `cannot order by ${order}`);
    rows = sorted;
  }
  const isPaged = query.has('page') || query.has('pageSize');
  if (!isPaged) return { rows, isPaged, pagination: undefined };
  const page = Math.max(1, Number(query.get('page') ?? '1'));
  const pageSize = Math.min(LARGEST_PAGE, Number(query.get('pageSize') ?? PAGE_SIZE));
  return {
    rows: rows.slice((page - 1) * pageSize, page * pageSize),
    isPaged,
    pagination: {
      page,
      pageSize,
      pageCount: Math.max(1, Math.ceil(rows.length / pageSize)),
      itemCount: rows.length,
    },
  };
}

/** An instant of the header, which is UTC and may come without its `Z`; milliseconds, or NaN. */
function readSince(text: string): number {
  return Date.parse(/^\d{4}-\d{2}-\d{2}T[\d:.]+$/.test(text) ? `${text}Z` : text);
}

/** The rows by one field, such as `InvoiceID ASC`; null when there is no such field. */
function inOrder<Row>(
  rows: Row[],
  order: string,
  { fieldsOf, updatedAtOf }: Listing<Row>,
): Row[] | null {
  const [, name = '', direction = 'ASC'] = /^(\w+)(?:\s+(ASC|DESC))?$/i.exec(order.trim()) ?? [];
  const valueOf = (row: Row) =>
    name === 'UpdatedDateUTC' ? updatedAtOf(row).toISOString() : fieldsOf(row)[name];
  if (rows.some((row) => valueOf(row) === undefined)) return null;
  const sorted = rows.toSorted((one, other) =>
    (valueOf(one) ?? '') < (valueOf(other) ?? '') ? -1 : 1,
  );
  return direction.toUpperCase() === 'DESC' ? sorted.reverse() : sorted;
}

function unquote(text: string): string {
  return text.trim().replace(/^"|"$/g, '');
}
