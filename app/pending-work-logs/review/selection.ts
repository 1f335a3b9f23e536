import type { PendingStatus } from '#db/words.ts';
import { lastOf } from '../../lib/filter-search.ts';
import { printIds, readIds } from '../../lib/ids.ts';

/** The query parameters of the filters, the same on the screens and in the API. */
export const PENDING_FILTER_NAMES = [
  'status',
  'clientId',
  'missing',
  'startDate',
  'endDate',
] as const;

/** What a waiting task may lack, as a filter: the names of its fields. */
export const MISSING = ['clientId', 'workTypeId', 'duration'] as const;
export type Missing = (typeof MISSING)[number];

/** The query parameter of what is selected, which outlives an action, a filter and a page (decision 31). */
export const SELECTED = 'selected';

/** How many tasks can be selected at once: what an address can name with ease. */
export const MOST_SELECTED = 2_000;

/** Ids as a short text for an address ({@link printIds}). */
export const printSelection = printIds;

/** The ids that {@link printSelection} wrote; none for any other text, or for too many. */
export function readSelection(text: string | null): number[] {
  return readIds(text ?? '', MOST_SELECTED) ?? [];
}

/** The query parameters of Todoist Import and Archived, for links and forms that return there. */
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
  return addressOf(pendingSearch(new URLSearchParams(search)));
}

/** The same with these tasks selected, and no others. */
export function reviewAddressWith(search: string, selected: number[]): string {
  const kept = pendingSearch(new URLSearchParams(search));
  const text = printSelection(selected);
  if (text === '') kept.delete(SELECTED);
  else kept.set(SELECTED, text);
  return addressOf(kept);
}

const addressOf = (search: URLSearchParams) =>
  search.size === 0 ? '/pending-work-logs' : `/pending-work-logs?${search.toString()}`;

/** The names of the states on the screens. */
export const STATUS_LABELS: Record<PendingStatus, string> = {
  pending_review: 'Pending Review',
  confirmed: 'Confirmed',
  converted: 'Converted',
  rejected: 'Rejected',
  archived: 'Archived',
};
