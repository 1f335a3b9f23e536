import { lastOf } from '../../lib/filter-search.ts';
import { PENDING_FILTER_NAMES } from './filter-names.ts';
import { printSelection, SELECTED } from './selection.ts';

/**
 * The query parameters that Todoist Import and Archived understand, for links and forms that return
 * to the same filters and page.
 */
export function pendingSearch(search: URLSearchParams): URLSearchParams {
  const kept = new URLSearchParams();
  for (const name of [...PENDING_FILTER_NAMES, 'older', 'newer', SELECTED]) {
    const value = lastOf(search, name);
    if (value) kept.set(name, value);
  }
  return kept;
}

/** The address of Todoist Import with the filters, the page and the selection of `search`, nothing else. */
export function reviewAddress(search: string): string {
  const kept = pendingSearch(new URLSearchParams(search));
  return kept.size === 0 ? '/pending-work-logs' : `/pending-work-logs?${kept.toString()}`;
}

/** The same with these tasks selected, and no others. */
export function reviewAddressWith(search: string, selected: number[]): string {
  const kept = pendingSearch(new URLSearchParams(search));
  const text = printSelection(selected);
  if (text === '') kept.delete(SELECTED);
  else kept.set(SELECTED, text);
  return kept.size === 0 ? '/pending-work-logs' : `/pending-work-logs?${kept.toString()}`;
}
