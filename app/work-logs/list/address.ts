import { filterSearch, lastOf } from '../../lib/filter-search.ts';
import { backIn } from '../../http/own-path.ts';

/** The query parameters of the filters, the same on the screen and in the API. */
export const FILTER_NAMES = [
  'q',
  'clientId',
  'jobId',
  'workTypeId',
  'isInvoiced',
  'billable',
  'person',
  'startDate',
  'endDate',
] as const;

/** Only the filters of an address of Work Logs, without the page. */
export function logFilterSearch(search: URLSearchParams): URLSearchParams {
  return filterSearch(FILTER_NAMES, search);
}

/** Where a dialog about a log leads back to: the place that `search` names, else Work Logs with its filters and page. */
export function workLogsAddress(search: string): string {
  const back = backIn(search);
  if (back !== null) return back;
  const given = new URLSearchParams(search);
  const kept = logFilterSearch(given);
  for (const name of ['older', 'newer']) {
    const value = lastOf(given, name);
    if (value) kept.set(name, value);
  }
  return kept.size === 0 ? '/work-logs' : `/work-logs?${kept.toString()}`;
}

/** The button of the filters that goes on to the preview of invoices with them. */
export const CREATE_INVOICES = { name: 'go', value: 'create-invoices' } as const;

/** The address of the preview of invoices, when its button was pressed; else null. */
export function createInvoicesAddress(search: URLSearchParams): string | null {
  if (search.get(CREATE_INVOICES.name) !== CREATE_INVOICES.value) return null;
  const kept = logFilterSearch(search).toString();
  return `/work-logs/create-invoices${kept && `?${kept}`}`;
}

/** Where the bar below the list leads, and the names of its buttons and of the field with what a dialog showed. */
export const MANY = '/work-logs/many';
export const PRESS = 'press';
export const SHOWN = 'shown';
