import type { Services } from '../../context.server.ts';
import type { Printed, PrintedGroup } from '../../ui/printed/printed.ts';

/** What a printed page is made with. */
export type PrintServices = Pick<Services, 'db' | 'clock' | 'config' | 'ledger'>;

/** A list as its page prints it, and its rows. */
export type PrintedPage = { printed: Printed; groups: PrintedGroup[] };

/** An address of a screen with a query. */
export function withSearch(path: string, search: URLSearchParams): string {
  const query = search.toString();
  return query === '' ? path : `${path}?${query}`;
}
