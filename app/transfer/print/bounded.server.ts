import { setImmediate as othersAreServed } from 'node:timers/promises';
import { formatCount } from '../../lib/count.ts';

/** The most rows of a printed page: some ninety sheets, which a browser still lays out at once. */
export const MOST_PRINTED = 2_000;

/** Reads records page by page, as many as are printed; others are served in between. */
export async function takeBounded<Record>(
  pages: Iterator<Record[], void>,
): Promise<{ records: Record[]; hasMore: boolean }> {
  const records: Record[] = [];
  for (let next = pages.next(); !next.done; next = pages.next()) {
    records.push(...next.value);
    if (records.length > MOST_PRINTED) {
      pages.return?.();
      return { records: records.slice(0, MOST_PRINTED), hasMore: true };
    }
    await othersAreServed();
  }
  return { records, hasMore: false };
}

/** Why a page has not every row that matches; null when it has. */
export function sayStopped(hasMore: boolean): string | null {
  return hasMore
    ? `Only the newest ${formatCount(MOST_PRINTED)} are on this page: more match. For the others choose a shorter period, or download the CSV file, which has them all.`
    : null;
}

/** The same of a list that is ordered by name and has no period; `order` says what comes first. */
export function sayStoppedByName(hasMore: boolean, order: string): string | null {
  return hasMore
    ? `Only the first ${formatCount(MOST_PRINTED)} are on this page, by name, ${order}: there are more. The CSV file has them all.`
    : null;
}
