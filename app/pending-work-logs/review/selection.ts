/**
 * The selection of Todoist Import is in the address (`selected`), so that it outlives an action, a
 * filter and a page, with scripts and without (docs/decisions/0031-review.md). Pure; it also runs in
 * the browser.
 */

/** The name of the query parameter. */
export const SELECTED = 'selected';

/** How many tasks can be selected at once: what an address can name with ease. */
export const MOST_SELECTED = 2_000;

/** Ids as a short text for an address: in base 36, a range with a dash, `1-1e.2s`. */
export function printSelection(ids: Iterable<number>): string {
  const sorted = [...new Set(ids)].sort((one, other) => one - other);
  const ranges: [first: number, last: number][] = [];
  for (const id of sorted) {
    const range = ranges.at(-1);
    if (range?.[1] === id - 1) range[1] = id;
    else ranges.push([id, id]);
  }
  return ranges
    .map(([first, last]) =>
      first === last ? first.toString(36) : `${first.toString(36)}-${last.toString(36)}`,
    )
    .join('.');
}

/** The ids that {@link printSelection} wrote; none for any other text, or for too many. */
export function readSelection(text: string | null): number[] {
  if (!text) return [];
  const ids: number[] = [];
  for (const part of text.split('.')) {
    const [, first, last = first] = /^([0-9a-z]{1,9})(?:-([0-9a-z]{1,9}))?$/.exec(part) ?? [];
    if (first === undefined || last === undefined) return [];
    const [from, to] = [parseInt(first, 36), parseInt(last, 36)];
    if (from < 1 || to < from || to - from >= MOST_SELECTED) return [];
    for (let id = from; id <= to; id += 1) ids.push(id);
    if (ids.length > MOST_SELECTED) return [];
  }
  return ids;
}
