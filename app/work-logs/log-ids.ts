/** Logs that an address names: `12`, or several as `12-14,20`. */
export function printLogIds(ids: number[]): string {
  const runs: [first: number, last: number][] = [];
  for (const id of [...ids].sort((one, other) => one - other)) {
    const run = runs.at(-1);
    if (run && id <= run[1] + 1) run[1] = id;
    else runs.push([id, id]);
  }
  return runs.map(([first, last]) => (first === last ? `${first}` : `${first}-${last}`)).join(',');
}

const ID = '[1-9]\\d{0,14}';
const LOG_IDS = new RegExp(`^${ID}(?:-${ID})?(?:,${ID}(?:-${ID})?)*$`);

/** The ids in such a text; null when it is no such text, or names more than `most`. */
export function readLogIds(text: string, most: number): number[] | null {
  if (!LOG_IDS.test(text)) return null;
  const ids = new Set<number>();
  for (const run of text.split(',')) {
    const [first = 0, last = first] = run.split('-').map(Number);
    if (last < first || last - first >= most) return null;
    for (let id = first; id <= last; id++) ids.add(id);
    if (ids.size > most) return null;
  }
  return [...ids];
}
