/** The names that filters have in an address, on the screen and in the API alike. */
export const FILTER_NAMES = ['clientId', 'startDate', 'endDate', 'isInvoiced'] as const;

/**
 * Only the filters of an address, without the page: for links that start at the first page. What
 * is `all` is no filter.
 */
export function filterSearch(search: URLSearchParams): URLSearchParams {
  const kept = new URLSearchParams();
  for (const name of FILTER_NAMES) {
    const value = search.get(name);
    if (value && value !== 'all') kept.set(name, value);
  }
  return kept;
}

/** The Work Logs screen as an address asks for it: its filters and its page, nothing else. */
export function screenAddress(search: string): string {
  const given = new URLSearchParams(search);
  const kept = filterSearch(given);
  for (const name of ['older', 'newer']) {
    const value = given.get(name);
    if (value) kept.set(name, value);
  }
  return kept.size === 0 ? '/work-logs' : `/work-logs?${kept.toString()}`;
}
