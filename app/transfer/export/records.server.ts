import { pagesOf, ROWS_A_TURN } from '../../http/api-list.server.ts';
import type { Services } from '../../context.server.ts';
import { listClients } from '../../clients/clients.server.ts';
import { type HistoryFilters, listHistory } from '../../history/history.server.ts';
import type { InvoiceFilters } from '../../invoices/list/invoice-filters.ts';
import { listInvoices } from '../../invoices/list/made-invoices.server.ts';
import { explainInvoice } from '../../invoices/one/explained-invoice.server.ts';
import {
  listPendingLogs,
  type PendingFilters,
} from '../../pending-work-logs/pending-list.server.ts';
import type { WorkLogFilters } from '../../work-logs/list/filters.ts';
import { listWorkLogs, type Listed } from '../../work-logs/list/list.server.ts';
import { listWorkTypes } from '../../work-types/work-types.server.ts';

/** What reading records needs; the database may be a copy. */
export type RecordServices = Pick<Services, 'db' | 'clock'> & {
  config: Pick<Services['config'], 'timeZone'>;
};

/** Every record of a kind that matches, page by page: each page is read when it is asked for. */
export type Pages<Record> = Generator<Record[], void>;

/** An invoice has some queries of its own, so a turn takes fewer of them. */
const INVOICES_A_TURN = 20;

/** The work logs that match, newest first; at least those of hardware, if no others are needed. */
export function workLogPages(services: RecordServices, filters: WorkLogFilters, listed?: Listed) {
  return pagesOf((last: { date: Date; id: number } | undefined) => {
    const older = last && { date: last.date.getTime(), id: last.id };
    const page = { limit: ROWS_A_TURN, older };
    const { logs, hasMore } = listWorkLogs(services, filters, page, listed);
    return { rows: logs, hasMore };
  });
}

/** The completed tasks that match, newest first. */
export function pendingPages(services: RecordServices, filters: PendingFilters) {
  return pagesOf((last: { completedAt: Date; id: number } | undefined) => {
    const { entries, hasMore } = listPendingLogs(services, filters, {
      limit: ROWS_A_TURN,
      older: last && { date: last.completedAt.getTime(), id: last.id },
    });
    return { rows: entries, hasMore };
  });
}

/** The invoices that match, newest first, each with its lines. */
export function* invoicePages(services: RecordServices, filters: InvoiceFilters) {
  const pages = pagesOf((last: { id: number } | undefined) =>
    listInvoices(services, filters, { limit: INVOICES_A_TURN, older: last?.id }),
  );
  for (const page of pages) yield page.map(({ id }) => explainInvoice(services, id));
}

/** The entries of the trail that match, newest first. */
export function historyPages(services: RecordServices, filters: HistoryFilters) {
  return pagesOf((last: { at: Date; id: number } | undefined) => {
    const { entries, hasMore } = listHistory(services, filters, {
      limit: ROWS_A_TURN,
      older: last && { date: last.at.getTime(), id: last.id },
    });
    return { rows: entries, hasMore };
  });
}

/** All clients, active before inactive. */
export function* clientPages(services: RecordServices) {
  yield listClients(services);
}

/** All work types, deleted ones last. */
export function* workTypePages(services: RecordServices) {
  yield [...listWorkTypes(services), ...listWorkTypes(services, false)];
}
