/** The query parameters of the filters, the same on the screen and in the API. */
export const FILTER_NAMES = ['clientId', 'startDate', 'endDate', 'isInvoiced'] as const;

/**
 * Only the filters of an address, without the page: for links that start at the first page. The
 * value `all` filters nothing and is left out.
 */
export function filterSearch(search: URLSearchParams): URLSearchParams {
  const kept = new URLSearchParams();
  for (const name of FILTER_NAMES) {
    const value = search.get(name);
    if (value && value !== 'all') kept.set(name, value);
  }
  return kept;
}

/** The address of the Work Logs screen with the filters and the page of `search`, nothing else. */
export function workLogsAddress(search: string): string {
  const given = new URLSearchParams(search);
  const kept = filterSearch(given);
  for (const name of ['older', 'newer']) {
    const value = given.get(name);
    if (value) kept.set(name, value);
  }
  return kept.size === 0 ? '/work-logs' : `/work-logs?${kept.toString()}`;
}
