/** Ids as a short text: in base 36, a range with a dash, `1-1e.2s`. */
export function printIds(ids: Iterable<number>): string {
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

/** The ids that {@link printIds} wrote; null for any other text, or for more than `most`. */
export function readIds(text: string, most: number): number[] | null {
  if (text === '') return [];
  const ids: number[] = [];
  for (const part of text.split('.')) {
    const [, first, last = first] = /^([0-9a-z]{1,9})(?:-([0-9a-z]{1,9}))?$/.exec(part) ?? [];
    if (first === undefined || last === undefined) return null;
    const [from, to] = [parseInt(first, 36), parseInt(last, 36)];
    if (from < 1 || to < from || to - from >= most) return null;
    for (let id = from; id <= to; id += 1) ids.push(id);
    if (ids.length > most) return null;
  }
  return ids;
}
