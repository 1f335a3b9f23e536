import { printIds, readIds } from '../../lib/ids.ts';

/**
 * The selection of Todoist Import is in the address (`selected`), so that it outlives an action, a
 * filter and a page, with scripts and without (docs/decisions/0031-review.md). Pure; it also runs in
 * the browser.
 */

/** The name of the query parameter. */
export const SELECTED = 'selected';

/** How many tasks can be selected at once: what an address can name with ease. */
export const MOST_SELECTED = 2_000;

/** Ids as a short text for an address ({@link printIds}). */
export const printSelection = printIds;

/** The ids that {@link printSelection} wrote; none for any other text, or for too many. */
export function readSelection(text: string | null): number[] {
  return readIds(text ?? '', MOST_SELECTED) ?? [];
}
