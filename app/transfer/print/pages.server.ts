import { notFound } from '../../lib/errors.ts';
import { printWeek, printWorkLogs } from './logs.server.ts';
import { printClients, printHistory, printInvoices, printWorkTypes } from './others.server.ts';
import type { PrintedPage, PrintServices } from './printed-page.ts';
import { printArchived, printPending } from './tasks.server.ts';

type Print = (services: PrintServices, search: URLSearchParams) => Promise<PrintedPage>;

/** How each list is printed, by the address of its page. */
const PAGES: Record<string, Print> = {
  '/work-logs/print': printWorkLogs,
  '/week/print': printWeek,
  '/pending-work-logs/print': printPending,
  '/archived-work-logs/print': printArchived,
  '/clients/print': printClients,
  '/settings/work-types/print': printWorkTypes,
  '/invoices/print': printInvoices,
  '/history/print': printHistory,
};

/** The printed list of an address, with its filters. Throws 404, and 400 for a filter that cannot be read. */
export async function printedPage(services: PrintServices, url: URL): Promise<PrintedPage> {
  const print = PAGES[url.pathname.replace(/\/$/, '')];
  if (!print) throw notFound('The page');
  return print(services, url.searchParams);
}
