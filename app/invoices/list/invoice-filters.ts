import { z } from 'zod';
import { INVOICE_STATUSES } from '#db/words.ts';
import type { Issue } from '../../lib/errors.ts';
import { optionalDay, optionalId, optionalText } from '../../lib/fields.ts';

/** What the list can be filtered by beside Xero's own statuses. */
export const STATUS_FILTERS = [...INVOICE_STATUSES, 'overdue'] as const;
export type StatusFilter = (typeof STATUS_FILTERS)[number];

/**
 * Which invoices to list; null sets no limit. Days are the invoices' own dates, the first and the
 * last included.
 */
export type InvoiceFilters = {
  clientId: number | null;
  status: StatusFilter | null;
  startDate: string | null;
  endDate: string | null;
  /** Part of a number, of a reference or of a client's name, or words of the logs on it. */
  q: string | null;
};

/** The filters that limit nothing. */
export const NO_INVOICE_FILTERS: InvoiceFilters = {
  clientId: null,
  status: null,
  startDate: null,
  endDate: null,
  q: null,
};

/** The query parameters of the filters. */
export const INVOICE_FILTER_NAMES = ['q', 'clientId', 'status', 'startDate', 'endDate'] as const;

const orAll = (value: unknown) =>
  value === undefined || value === 'all' || value === '' ? null : value;

const MAX_SEARCH_LENGTH = 200;

const Filters = z
  .object({
    clientId: z.preprocess(orAll, optionalId),
    status: z.preprocess(
      orAll,
      z.enum(STATUS_FILTERS, `This should be all, ${STATUS_FILTERS.join(', ')}.`).nullable(),
    ),
    startDate: optionalDay,
    endDate: optionalDay,
    q: optionalText(MAX_SEARCH_LENGTH),
  })
  .refine(({ startDate, endDate }) => !startDate || !endDate || startDate <= endDate, {
    path: ['startDate'],
    message: 'Start date must be before or equal to end date',
  });

/** Reads the filters from the query of an address. */
export function readInvoiceFilters(
  search: URLSearchParams,
): { filters: InvoiceFilters; issues: null } | { filters: null; issues: Issue[] } {
  const parsed = Filters.safeParse(Object.fromEntries(search));
  if (parsed.success) return { filters: parsed.data, issues: null };
  const issues = parsed.error.issues.map(({ path, message }) => ({
    path: path.join('.'),
    message,
  }));
  return { filters: null, issues };
}

/** Only the filters of an address, without the page. */
export function invoiceFilterSearch(search: URLSearchParams): URLSearchParams {
  const kept = new URLSearchParams();
  for (const name of INVOICE_FILTER_NAMES) {
    const value = search.get(name);
    if (value && (value !== 'all' || name === 'q')) kept.set(name, value);
  }
  return kept;
}
