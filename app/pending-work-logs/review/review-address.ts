import { PENDING_FILTER_NAMES } from './filter-names.ts';

/** The part of an address that these screens understand, for links and forms that come back to it. */
export function pendingSearch(search: URLSearchParams): URLSearchParams {
  const kept = new URLSearchParams();
  for (const name of [...PENDING_FILTER_NAMES, 'older', 'newer']) {
    const value = search.get(name);
    if (value) kept.set(name, value);
  }
  return kept;
}

/** Todoist Import as an address asks for it: its filters and its page, nothing else. */
export function reviewAddress(search: string): string {
  const kept = pendingSearch(new URLSearchParams(search));
  return kept.size === 0 ? '/pending-work-logs' : `/pending-work-logs?${kept.toString()}`;
}
