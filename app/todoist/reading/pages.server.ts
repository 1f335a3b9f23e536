import type { z } from 'zod';
import type { Get } from './requests.server.ts';
import { ResultPage } from './schemas.ts';
import { unreadableAnswer } from './todoist-error.ts';

export type RowPage = { rows: unknown[]; cursor: string | null };

/** Reads one page of a list. Throws a TodoistError, also when the answer holds no list. */
export async function readPage(
  get: Get,
  path: string,
  query: Record<string, string>,
): Promise<RowPage> {
  const page = ResultPage.safeParse(await get(path, query));
  const rows = page.data?.rows;
  if (!page.success || !rows) throw unreadableAnswer('gave an answer without a list in it');
  return { rows, cursor: page.data.cursor };
}

/** A list with more pages than any account fills in the part of it that is asked for at once. */
const MOST_PAGES = 10_000;

/**
 * The pages of a list as they arrive, to the last. `first` is a page that was read already. Throws
 * a TodoistError, also when a cursor comes twice, which would never end, and for a list without end.
 */
export async function* readPages(
  get: Get,
  path: string,
  query: Record<string, string>,
  first?: RowPage,
): AsyncGenerator<unknown[]> {
  const cursors = new Set<string>();
  let page = first ?? (await readPage(get, path, query));
  for (;;) {
    yield page.rows;
    const { cursor } = page;
    if (cursor === null) return;
    if (cursors.has(cursor)) throw unreadableAnswer('gave the same page of a list twice');
    if (cursors.size >= MOST_PAGES) throw unreadableAnswer('gave a list without end');
    cursors.add(cursor);
    page = await readPage(get, path, { ...query, cursor });
  }
}

/** Splits rows into those that fit the schema, parsed, and the others, as they came. */
export function parseRows<Row>(
  rows: unknown[],
  schema: z.ZodType<Row>,
): { parsed: Row[]; unreadable: unknown[] } {
  const results = rows.map((row) => ({ row, result: schema.safeParse(row) }));
  return {
    parsed: results.flatMap(({ result }) => (result.success ? [result.data] : [])),
    unreadable: results.filter(({ result }) => !result.success).map(({ row }) => row),
  };
}
