import { z } from 'zod';
import { INVOICE_STATUSES } from '#db/words.ts';
import { idField, optionalDay, optionalText } from '../../lib/fields.ts';
import { filterSearch } from '../../lib/filter-search.ts';
import { daysInOrder, orAll, readQuery, type FiltersRead } from '../../lib/filters.ts';

/** What the list can be filtered by beside Xero's own statuses. */
export const STATUS_FILTERS = [...INVOICE_STATUSES, 'overdue'] as const;
/** The query parameters of the filters. */
export const INVOICE_FILTER_NAMES = ['q', 'clientId', 'status', 'startDate', 'endDate'] as const;

const MAX_SEARCH_LENGTH = 200;

/** What an address says of which invoices to list. */
export const Filters = z
  .object({
    clientId: orAll(idField('This does not exist.')),
    status: orAll(z.enum(STATUS_FILTERS, `This should be all, ${STATUS_FILTERS.join(', ')}.`)),
    startDate: optionalDay,
    endDate: optionalDay,
    /** Part of a number, of a reference or of a client's name, or words of the logs on it. */
    q: optionalText(MAX_SEARCH_LENGTH),
  })
  .refine(...daysInOrder('startDate', 'endDate', 'Start date must be before or equal to end date'));

/**
 * Which invoices to list; null sets no limit. Days are the invoices' own dates, the first and the
 * last included.
 */
export type InvoiceFilters = z.output<typeof Filters>;

/** The filters that limit nothing. */
export const NO_INVOICE_FILTERS = Filters.parse({});

/** Reads the filters from the query of an address. */
export function readInvoiceFilters(search: URLSearchParams): FiltersRead<InvoiceFilters> {
  return readQuery(Filters, search);
}

/** Only the filters of an address, without the page. */
export function invoiceFilterSearch(search: URLSearchParams): URLSearchParams {
  return filterSearch(INVOICE_FILTER_NAMES, search);
}
